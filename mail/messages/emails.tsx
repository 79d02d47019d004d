import type { ReactNode } from 'react';
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
  toPlainText,
} from 'react-email';
import { announcementEmail } from '../../content/emails/announcement.ts';
import { welcomeEmail as words } from '../../content/emails/welcome.ts';
import { site } from '../../content/site.ts';
import type { EmailTemplates } from '../templates.ts';
import { colours, darkRules, styles } from './styles.ts';

interface FrameProps {
  /** The text that an inbox shows after the subject. */
  preview: string;
  footer: { why?: string; leave: string; leaveOr: string; sentBy: string };
  children: ReactNode;
}

/** The layout of every email: tables, inline styles, no pictures. Outlook renders with Word, and many readers block pictures. */
function EmailFrame({ preview, footer, children }: FrameProps) {
  return (
    <Html lang="en-GB" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={styles.body} className="paper">
        <Container style={styles.page}>
          <Text style={styles.name} className="gold">
            {site.name}
          </Text>
          <Section style={styles.card} className="card">
            {children}
          </Section>
          {footer.why && <Quiet>{footer.why}</Quiet>}
          <Quiet>
            <TextLink href="{{leave}}">{footer.leave}</TextLink> {footer.leaveOr}
          </Quiet>
          <Quiet>{footer.sentBy}</Quiet>
        </Container>
      </Body>
    </Html>
  );
}

const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text style={styles.text} className="ink">
    {children}
  </Text>
);

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text style={styles.quiet} className="muted">
    {children}
  </Text>
);

const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} style={styles.link} className="link">
    {children}
  </Link>
);

/** Asks whether the address belongs to the person who joined. */
const WelcomeEmail = () => (
  <EmailFrame
    preview={words.preview}
    footer={{ leave: words.leave, leaveOr: words.leaveOr, sentBy: words.sentBy }}
  >
    <Heading as="h1" style={styles.heading} className="ink">
      {words.greeting}
    </Heading>
    <Paragraph>{words.what}</Paragraph>
    <Paragraph>{words.why}</Paragraph>
    <Button href="{{confirm}}" style={styles.button} className="button">
      {words.button}
    </Button>
    <Hr style={{ borderColor: colours.line, margin: '28px 0 20px' }} />
    <Quiet>
      {words.strangers} <TextLink href="{{notMe}}">{words.notMe}</TextLink>
    </Quiet>
  </EmailFrame>
);

/** The template for announcements. Planning one fills `{{preheader}}` and `{{body}}` with its words. */
const AnnouncementEmail = () => (
  <EmailFrame preview="{{preheader}}" footer={announcementEmail}>
    {'{{body}}'}
  </EmailFrame>
);

/** Renders every email once, with its slots, for the build. */
export async function renderEmails(): Promise<EmailTemplates> {
  const rendered = async (subject: string, email: ReactNode) => {
    const html = await render(email);
    const selectors = [{ selector: 'h1', options: { uppercase: false } }];
    return { subject, html, text: toPlainText(html, { selectors }) };
  };
  return {
    welcome: await rendered(words.subject, <WelcomeEmail />),
    announcement: await rendered('{{subject}}', <AnnouncementEmail />),
  };
}
