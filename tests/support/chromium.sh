#!/bin/sh
# Chromium draws two pages of its address bar for every new window: a third of the journeys' time. The switch that turns them
# off counts once only, so they join Playwright's own list on their way to the browser.
for argument do
  shift
  case $argument in
    --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM_PATH" "$@"
