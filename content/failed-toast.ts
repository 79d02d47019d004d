/**
 * The words of docs/specification.md#messages. The first script imports this file at its start, for when no other file can be
 * loaded.
 */
export const failedToast = {
  title: 'Error',
  description: 'Failed to join waitlist. Please try again.',
} as const;
