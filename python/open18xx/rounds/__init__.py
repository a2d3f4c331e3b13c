"""When things happen: the kinds of rounds."""
