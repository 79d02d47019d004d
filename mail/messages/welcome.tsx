import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from 'react-email';
import { welcomeEmail as words } from '../../content/emails/welcome.ts';
import { site } from '../../content/site.ts';
import { colours, darkRules, styles } from './styles.ts';

/** The welcome email. Tables and inline styles, no pictures: Outlook draws with Word, and many readers load none. */
export function WelcomeEmail() {
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
          </Section>
          <Text style={styles.quiet} className="muted">
            <Link href="{{leave}}" style={styles.link} className="link">
              {words.leave}
            </Link>{' '}
            {words.leaveOr}
          </Text>
          <Text style={styles.quiet} className="muted">
            {words.sentBy}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
