/** The `rootMargin` within which a part of the page is loaded or filled before it is visible. */
export const nearMargin = '200px';
