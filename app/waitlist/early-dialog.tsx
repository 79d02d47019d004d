import { waitlistDialog as words } from '../../content/messages.ts';
import { ConsentLines, EmailInput } from '../ui/field.tsx';
import { CloseCross, SelectArrow } from '../ui/icons.tsx';
import { controlIds } from './control-ids.ts';

/**
 * The early card, a static copy of the waitlist dialog in every page: it is shown at the press (early-card.ts), and the dialog
 * itself (waitlist-dialog.tsx) takes its place with all that was typed. A journey checks that nothing moves then.
 */
export function EarlyDialog() {
  return (
    <template id="early-dialog">
      <dialog className="dialog-card early-dialog" aria-labelledby="early-title">
        <h2 id="early-title">{words.title}</h2>
        <p className="dialog-description">{words.description}</p>
        <form noValidate>
          <div className="field">
            <label htmlFor={controlIds.email}>{words.emailLabel}</label>
            <EmailInput id={controlIds.email} className="control" placeholder={words.emailPlaceholder} />
          </div>
          <div className="field">
            <label htmlFor={controlIds.source}>{words.sourceLabel}</label>
            <button
              id={controlIds.source}
              type="button"
              role="combobox"
              aria-expanded="false"
              aria-haspopup="listbox"
              data-placeholder=""
              className="control select-trigger"
            >
              <span>{words.sourcePlaceholder}</span>
              <SelectArrow />
            </button>
          </div>
          <p id={controlIds.consent} className="consent">
            <ConsentLines lines={words.consent} />
          </p>
          <button
            id={controlIds.join}
            type="submit"
            className="button button-primary"
            aria-describedby={controlIds.consent}
          >
            {words.join}
          </button>
          <p className="dialog-privacy">
            <a className="link" href="/privacy">
              {words.privacyLink}
            </a>
          </p>
        </form>
        <button type="button" className="dialog-close" aria-label={words.close}>
          <CloseCross />
        </button>
      </dialog>
    </template>
  );
}
