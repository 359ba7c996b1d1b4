"""Leaves a process behind that holds the pipes of its parent, as a player does that thinks on several cores."""

from __future__ import annotations

import os
import time

if os.fork() == 0:
    time.sleep(60)
    os._exit(0)
