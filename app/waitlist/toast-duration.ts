/** How long a toast stays, in milliseconds (docs/specification.md#times). */
export const toastDurationMs = 4_000;
