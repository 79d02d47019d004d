import type { ReactNode } from 'react';
import { Body, Container, Head, Html, Link, Preview, Section, Text } from 'react-email';
import { site } from '../../content/site.ts';
import { darkRules, styles } from './styles.ts';

interface FrameProps {
  /** The text that an inbox shows after the subject. */
  preview: string;
  footer: { why?: string; leave: string; leaveOr: string; sentBy: string };
  children: ReactNode;
}

/** The layout of every email: tables, inline styles, no pictures. Outlook renders with Word, and many readers block pictures. */
export function EmailFrame({ preview, footer, children }: FrameProps) {
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
          {footer.why && (
            <Text style={styles.quiet} className="muted">
              {footer.why}
            </Text>
          )}
          <Text style={styles.quiet} className="muted">
            <Link href="{{leave}}" style={styles.link} className="link">
              {footer.leave}
            </Link>{' '}
            {footer.leaveOr}
          </Text>
          <Text style={styles.quiet} className="muted">
            {footer.sentBy}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
