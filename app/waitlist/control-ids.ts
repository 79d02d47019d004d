/** The dialog's controls: its early card and itself name them alike, so that one can go on where the other was. */
export const controlIds = {
  email: 'waitlist-email',
  source: 'waitlist-source',
  consent: 'waitlist-consent',
  join: 'waitlist-join',
} as const;
