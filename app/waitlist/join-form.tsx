import type { FeedingFormWords } from '../../content/messages.ts';
import { Consent } from '../ui/consent.tsx';

interface JoinFormProps {
  id: string;
  words: FeedingFormWords;
}

/**
 * The hero's and the blog's field: no rules of its own, it hands what it holds to the dialog (app/waitlist/triggers.ts).
 * Sent before any script has run, it is an ordinary form.
 */
export function JoinForm({ id, words }: JoinFormProps) {
  return (
    <form
      method="post"
      action="/waitlist/join"
      data-join-form=""
      className="grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-3"
    >
      <noscript>
        <Consent id={`${id}-consent`} words={words} className="max-w-[38em] text-on-sky-muted" />
      </noscript>
      <div className="join-field">
        <label className="sr-only" htmlFor={id}>
          {words.emailLabel}
        </label>
        <input
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
          maxLength={254}
          placeholder={words.emailPlaceholder}
        />
        <button type="submit" className="button button-join" aria-haspopup="dialog">
          {words.join}
        </button>
      </div>
    </form>
  );
}
