import { useRef } from 'react';
import { prefillForm as words } from '../../content/messages.ts';
import { joinPath } from '../../content/paths.ts';
import { Consent, EmailInput } from '../ui/field.tsx';
import { handles } from '../ui/markup-handles.ts';
import { MeantAddress } from './meant-address.tsx';

/**
 * The hero's and the blog's form. It checks nothing.
 * - With a script it passes its value to the dialog (dialog.ts), which shows the consent.
 * - Before a script has run it joins by itself. So it shows the consent under the field when something is typed (waitlist.css).
 * - Without a script it joins by itself, and the consent stands above the field.
 */
export function PrefillForm({ id }: { id: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <form method="post" action={joinPath} {...handles({ prefill: '' })} className="join-form">
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
