import { announcementEmail as words } from '../../content/emails/announcement.ts';
import { EmailFrame } from './frame.tsx';

/** The template for announcements. Planning one fills `{{preheader}}` and `{{body}}` with its words. */
export function AnnouncementEmail() {
  return (
    <EmailFrame preview="{{preheader}}" footer={words}>
      {'{{body}}'}
    </EmailFrame>
  );
}
