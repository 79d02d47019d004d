import { sentBy } from '../company.ts';
import { site } from '../site.ts';

/** The footer of every announcement: why it came, how to leave, and who sent it. `{{…}}` are slots for one person’s facts. */
export const announcementEmail = {
  why: `You are getting this because {{email}} is on the ${site.name} waitlist.`,
  place: 'Your place on the list',
  leave: 'Leave the waitlist',
  leaveOr: `whenever you like, or write to ${site.contact.address}.`,
  sentBy,
} as const;
