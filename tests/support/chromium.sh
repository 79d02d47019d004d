#!/bin/sh
# Chromium renders two pages for the address bar of every new window, a third of the journeys' time, and starts a spare renderer
# for the next page. Only one --disable-features switch counts, so their names are appended to Playwright's own list.
for argument do
  shift
  case $argument in
    --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM_PATH" "$@"
