import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type PrefillFormWords, ctaForm as words } from '../../content/messages.ts';
import { toasts } from '../../content/toasts.ts';
import { Consent, describedByError, EmailInput, FieldError } from '../ui/field.tsx';
import { showFallbackToast } from './triggers.ts';

/**
 * The hero's and the blog's field: it checks nothing and hands its value to the dialog (app/waitlist/triggers.ts), which
 * shows the consent. Sent before any script has run, it is an ordinary form that joins, so it shows the consent too: above the
 * field where there is no script, else under it as soon as something is typed (app/waitlist/waitlist.css).
 */
export function JoinForm({ id, words }: { id: string; words: PrefillFormWords }) {
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

const fieldId = 'cta-email';
const consentId = 'cta-consent';

/**
 * The form at the foot of the landing page. Its source is always 'cta'. Without a script the browser posts it as plain
 * HTML. Its field is uncontrolled, so that what was typed before hydration is kept.
 */
export function CtaForm() {
  const [phase, setPhase] = useState<'ready' | 'joining' | 'joined'>('ready');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = field.current;
    if (!input || phase === 'joining') return;
    setPhase('joining');
    setError(undefined);
    const problem = await join(input.value.trim());
    setPhase(problem ? 'ready' : 'joined');
    setError(problem);
    if (!problem) input.value = '';
  }

  return (
    <form method="post" action="/waitlist/join" className="join-form" onSubmit={onSubmit}>
      <Consent id={consentId} words={words} />
      <div className="join-field">
        <label className="visually-hidden" htmlFor={fieldId}>
          {words.emailLabel}
        </label>
        <EmailInput
          ref={field}
          id={fieldId}
          placeholder={words.emailPlaceholder}
          disabled={phase === 'joining'}
          {...describedByError(fieldId, error)}
        />
        <button
          type="submit"
          className="button button-join"
          aria-describedby={consentId}
          disabled={phase === 'joining'}
        >
          {phase === 'joining' ? words.joining : words.join}
        </button>
      </div>
      <FieldError fieldId={fieldId} error={error} />
      <p role="status" className="small join-form-status">
        {phase === 'joined' && toasts.joined.description}
      </p>
    </form>
  );
}

/** Returns the sentence for the visitor when the join failed. The toast says the same. */
async function join(email: string): Promise<string | undefined> {
  const loaded = await Promise.all([import('./calls.ts'), import('./toasts.tsx')]).catch(() => undefined);
  if (!loaded) {
    showFallbackToast();
    return toasts.failed.description;
  }
  const [{ joinThroughProcedure }, { announceFailure, announceJoined }] = loaded;
  if (email === '') {
    announceFailure(toasts.emailRequired);
    return toasts.emailRequired.description;
  }
  const outcome = await joinThroughProcedure(email);
  if (outcome.joined) {
    announceJoined();
    return undefined;
  }
  const failure = { ...toasts.failed, ...(outcome.reason && { description: outcome.reason }) };
  announceFailure(failure);
  return failure.description;
}
