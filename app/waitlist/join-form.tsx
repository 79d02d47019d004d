import type { PrefillFormWords } from '../../content/messages.ts';
import { Consent, EmailInput } from '../ui/field.tsx';

interface JoinFormProps {
  id: string;
  words: PrefillFormWords;
}

/**
 * The hero's and the blog's field: it checks nothing and hands its value to the dialog (app/waitlist/triggers.ts), which
 * shows the consent. Sent before any script has run, it is an ordinary form that joins, so it shows the consent too: above the
 * field where there is no script, else under it as soon as something is typed (app/waitlist/waitlist.css).
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
