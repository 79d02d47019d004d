import type { FeedingFormWords } from '../../content/messages.ts';
import { Consent } from '../ui/consent.tsx';
import { EmailInput } from '../ui/email-input.tsx';

interface JoinFormProps {
  id: string;
  words: FeedingFormWords;
}

/**
 * The hero's and the blog's field: no rules of its own, it hands what it holds to the dialog (app/waitlist/triggers.ts),
 * where the consent stands. Sent before any script has run, it is an ordinary form that joins: so the words stand above it
 * where there is no script, and under it as soon as something is typed (styles/join-form.css).
 */
export function JoinForm({ id, words }: JoinFormProps) {
  return (
    <form method="post" action="/waitlist/join" data-join-form="" className="join-form">
      <Consent id={`${id}-consent`} words={words} className="consent consent-without-dialog" />
      <div className="join-field">
        <label className="visually-hidden" htmlFor={id}>
          {words.emailLabel}
        </label>
        <EmailInput id={id} placeholder={words.emailPlaceholder} />
        <button type="submit" className="button button-join" aria-haspopup="dialog">
          {words.join}
        </button>
      </div>
    </form>
  );
}
