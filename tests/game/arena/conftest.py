"""What the arena's tests share. They draw on surfaces and never need a display."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
