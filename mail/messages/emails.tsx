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
import { askingEmail } from '../../content/emails/asking.ts';
import { changeEmail, movedEmail, movedHereEmail } from '../../content/emails/change.ts';
import { reminderEmail } from '../../content/emails/reminder.ts';
import { site } from '../../content/site.ts';
import type { EmailTemplates } from '../templates.ts';
import { colours, darkRules, styles } from './styles.ts';

/** Words that not every email has. */
type SomeWords = Partial<Record<'greeting' | 'place' | 'leave' | 'leaveOr', string>>;

interface FrameProps {
  /** `preview` is what an inbox shows after the subject. */
  words: Record<'preview' | 'sentBy', string> & SomeWords;
  /** Paragraphs after the greeting. */
  says?: string[];
  why?: string;
  children?: ReactNode;
}

/** The layout of every email: tables, inline styles, no pictures. Outlook renders with Word, and many readers block pictures. */
function EmailFrame({ words, says = [], why, children }: FrameProps) {
  return (
    <Html lang="en-GB" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules}</style>
      </Head>
      <Preview>{words.preview}</Preview>
      <Body style={styles.body} className="paper">
        <Container style={styles.page}>
          <Text style={styles.name} className="gold">
            {site.name}
          </Text>
          <Section style={styles.card} className="card">
            {words.greeting && (
              <Heading as="h1" style={styles.heading} className="ink">
                {words.greeting}
              </Heading>
            )}
            {says.map((text) => (
              <Text key={text} style={styles.text} className="ink">
                {text}
              </Text>
            ))}
            {children}
          </Section>
          {why && <Quiet>{why}</Quiet>}
          {words.leave && (
            <Quiet>
              {words.place && (
                <>
                  <TextLink href="{{place}}">{words.place}</TextLink> ·{' '}
                </>
              )}
              <TextLink href="{{leave}}">{words.leave}</TextLink> {words.leaveOr}
            </Quiet>
          )}
          <Quiet>{words.sentBy}</Quiet>
        </Container>
      </Body>
    </Html>
  );
}

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

/** For somebody whose address another person typed. */
const ForStrangers = ({ words }: { words: Record<'strangers' | 'notMe', string> }) => (
  <Quiet>
    {words.strangers} <TextLink href="{{notMe}}">{words.notMe}</TextLink>
  </Quiet>
);

/** What an email says that may reach somebody who has not joined. */
const PolicyLink = ({ words }: { words: Record<'text' | 'link', string> }) => (
  <Quiet>
    {words.text} <TextLink href="{{privacy}}">{words.link}</TextLink>
  </Quiet>
);

/** Asks whether the address belongs to the person who joined: at first, or as a reminder. */
const AskingEmail = ({ words }: { words: typeof askingEmail | typeof reminderEmail }) => (
  <EmailFrame words={words} says={[words.what, words.why]}>
    <Button href="{{confirm}}" style={styles.button} className="button">
      {words.button}
    </Button>
    <Hr style={{ borderColor: colours.line, margin: '28px 0 20px' }} />
    <ForStrangers words={words} />
    <Quiet>{words.silent}</Quiet>
    <PolicyLink words={words.privacy} />
  </EmailFrame>
);

/** Asks a new address whether an entry shall move there. */
const ChangeEmail = () => (
  <EmailFrame words={changeEmail} says={[changeEmail.what, changeEmail.why]}>
    <Button href="{{change}}" style={styles.button} className="button">
      {changeEmail.button}
    </Button>
    <ForStrangers words={changeEmail} />
    <PolicyLink words={changeEmail.privacy} />
  </EmailFrame>
);

/** Tells the earlier address that it has. */
const MovedEmail = () => <EmailFrame words={movedEmail} says={[movedEmail.what, movedEmail.otherwise]} />;

/** Brings the new address its links. */
const MovedHereEmail = () => (
  <EmailFrame words={movedHereEmail} says={[movedHereEmail.what, movedHereEmail.links]} />
);

/** The template for announcements. Planning one fills `{{preheader}}` and `{{body}}` with its words. */
const AnnouncementEmail = () => (
  <EmailFrame words={{ ...announcementEmail, preview: '{{preheader}}' }} why={announcementEmail.why}>
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
    asking: await rendered(askingEmail.subject, <AskingEmail words={askingEmail} />),
    reminder: await rendered(reminderEmail.subject, <AskingEmail words={reminderEmail} />),
    announcement: await rendered('{{subject}}', <AnnouncementEmail />),
    change: await rendered(changeEmail.subject, <ChangeEmail />),
    moved: await rendered(movedEmail.subject, <MovedEmail />),
    'moved-here': await rendered(movedHereEmail.subject, <MovedHereEmail />),
  };
}
