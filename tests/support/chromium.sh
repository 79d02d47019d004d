#!/bin/sh
# Chromium draws two pages of its address bar for every new window, a third of the journeys' time, and begins a process for
# the page after next. The switch that turns both off counts once only, so they join Playwright's own list on their way.
for argument do
  shift
  case $argument in
    --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM_PATH" "$@"
