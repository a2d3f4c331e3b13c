"""The nouns of the hobby: facts of a title, rows of a state, and the verbs that change them."""
