"""Few and repeatable examples by default; HYPOTHESIS_PROFILE=long looks further."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("short", max_examples=25, derandomize=True, database=None, **_CALM)
settings.register_profile("long", max_examples=2_000, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))
