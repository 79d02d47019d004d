import { announcementEmail as words } from '../../content/emails/announcement.ts';
import { EmailFrame } from './frame.tsx';

/** What an announcement's words are laid into when it is planned: `{{preheader}}` and `{{body}}` are theirs. */
export function AnnouncementEmail() {
  return (
    <EmailFrame preview="{{preheader}}" footer={words}>
      {'{{body}}'}
    </EmailFrame>
  );
}
