/** The ids of the dialog's controls. Its early card has the same, so that the dialog can continue where the card was. */
export const controlIds = {
  email: 'waitlist-email',
  source: 'waitlist-source',
  consent: 'waitlist-consent',
  join: 'waitlist-join',
} as const;
