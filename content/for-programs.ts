import { site } from './site.ts';

// What readers that are programs are told, and nobody sees on a page: feed readers, and those that read llms.txt.

export const feedTitle = `${site.name}: articles`;

/** What can be done today: on the day of the launch this changes. */
export const presentState = 'The app is in development; the waitlist is open.';
