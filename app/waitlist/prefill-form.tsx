import { useRef } from 'react';
import { prefillForm as words } from '../../content/messages.ts';
import { joinPath } from '../../content/paths.ts';
import { Consent, EmailInput } from '../ui/field.tsx';
import { MeantAddress } from './meant-address.tsx';

/**
 * The hero's and the blog's form. It checks nothing and passes its value to the dialog (app/waitlist/dialog.ts), which shows the
 * consent. Sent before any script has run, it is an ordinary form that joins, so it shows the consent, too. Without a script
 * the consent stands above the field. With one it appears under the field when something is typed (app/waitlist/waitlist.css).
 */
export function PrefillForm({ id }: { id: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <form method="post" action={joinPath} data-prefill="" className="join-form">
      <div className="join-field">
        <label className="visually-hidden" htmlFor={id}>
          {words.emailLabel}
        </label>
        <EmailInput ref={field} id={id} placeholder={words.emailPlaceholder} />
        <button type="submit" className="button button-join" aria-haspopup="dialog">
          {words.join}
        </button>
      </div>
      <MeantAddress field={field} />
      <Consent id={`${id}-consent`} words={words} className="consent consent-without-dialog" />
    </form>
  );
}
