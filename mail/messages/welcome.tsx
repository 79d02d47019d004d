import { Button, Heading, Hr, Link, Text } from 'react-email';
import { welcomeEmail as words } from '../../content/emails/welcome.ts';
import { EmailFrame } from './frame.tsx';
import { colours, styles } from './styles.ts';

/** Asks whether the address belongs to the person who joined. */
export function WelcomeEmail() {
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
