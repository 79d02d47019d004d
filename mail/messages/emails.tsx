import { Button, Heading, Hr, Link, render, Text, toPlainText } from 'react-email';
import { announcementEmail } from '../../content/emails/announcement.ts';
import { welcomeEmail as words } from '../../content/emails/welcome.ts';
import type { EmailTemplates } from '../templates.ts';
import { EmailFrame } from './frame.tsx';
import { colours, styles } from './styles.ts';

/** Asks whether the address belongs to the person who joined. */
function WelcomeEmail() {
  return (
    <EmailFrame
      preview={words.preview}
      footer={{ leave: words.leave, leaveOr: words.leaveOr, sentBy: words.sentBy }}
    >
      <Heading as="h1" style={styles.heading} className="ink">
        {words.greeting}
      </Heading>
      <Text style={styles.text} className="ink">
        {words.what}
      </Text>
      <Text style={styles.text} className="ink">
        {words.why}
      </Text>
      <Button href="{{confirm}}" style={styles.button} className="button">
        {words.button}
      </Button>
      <Hr style={{ borderColor: colours.line, margin: '28px 0 20px' }} />
      <Text style={styles.quiet} className="muted">
        {words.strangers}{' '}
        <Link href="{{notMe}}" style={styles.link} className="link">
          {words.notMe}
        </Link>
      </Text>
    </EmailFrame>
  );
}

/** The template for announcements. Planning one fills `{{preheader}}` and `{{body}}` with its words. */
function AnnouncementEmail() {
  return (
    <EmailFrame preview="{{preheader}}" footer={announcementEmail}>
      {'{{body}}'}
    </EmailFrame>
  );
}

const textOf = (html: string) =>
  toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] });

/** Renders every email once, with its slots, for the build. */
export async function renderEmails(): Promise<EmailTemplates> {
  const welcome = await render(<WelcomeEmail />);
  const announcement = await render(<AnnouncementEmail />);
  return {
    welcome: { subject: words.subject, html: welcome, text: textOf(welcome) },
    announcement: { subject: '{{subject}}', html: announcement, text: textOf(announcement) },
  };
}
