"""The system's own browser, for tests, measurements and pictures. None is fetched."""

from __future__ import annotations

import os
import shutil

# The first has the same pages but no window around them, which costs a third less work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = f"There is no Chromium: install one of {', '.join(NAMES)}, or name one in KHALKHIN_CHROMIUM."
# The address bar of a full Chromium is a web page of its own, loaded anew for every window. Of several lists of
# disabled features only the last counts: those that Playwright disables are named again.
_DISABLED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Two browsers side by side: the one in the background must not fall asleep.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--force-color-profile=srgb",
    f"--disable-features={','.join(_DISABLED)}",
)


def path() -> str | None:
    """Where it is: KHALKHIN_CHROMIUM, or what is installed."""
    return os.environ.get("KHALKHIN_CHROMIUM") or next((found for name in NAMES if (found := shutil.which(name))), None)
