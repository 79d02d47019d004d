/** Logs the path that led to the 404 page to the browser's console, as docs/specification.md#screens requires. */
export function logMissedPath(): void {
  if (document.querySelector('[data-missed-path]')) {
    console.error(`404: there is no page at ${location.pathname}`);
  }
}
