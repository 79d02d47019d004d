/** The words of docs/specification.md#messages. In a file of their own: the first script has them with it, for when no other file comes. */
export const failedToast = {
  title: 'Error',
  description: 'Failed to join waitlist. Please try again.',
} as const;
