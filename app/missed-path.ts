/** Names the path that led to the 404 page in the browser's console, as it has to be (docs/specification.md#screens). */
export function logMissedPath(): void {
  if (document.querySelector('[data-missed-path]')) {
    console.error(`404: there is no page at ${location.pathname}`);
  }
}
