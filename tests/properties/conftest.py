"""Few and repeatable examples by default; HYPOTHESIS_PROFILE=long looks further."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("short", CALM, max_examples=25, derandomize=True, database=None)
settings.register_profile("long", CALM, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))
