import { waitlistDialog as words } from '../../content/messages.ts';
import { Island } from '../islands/island.tsx';
import { CloseCross } from '../ui/buttons.tsx';
import { closeId, dialogId } from './dialog.ts';

const titleId = `${dialogId}-title`;
const descriptionId = `${dialogId}-description`;

/**
 * The page's one waitlist dialog: a native one that app/waitlist/dialog.ts shows and closes, with or without React. React
 * takes over the form where it stands, so that nothing is replaced while somebody types.
 */
export function WaitlistDialog() {
  return (
    <dialog
      id={dialogId}
      className="waitlist-dialog"
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
    >
      <div className="dialog-card">
        <h2 id={titleId}>{words.title}</h2>
        <p id={descriptionId} className="muted dialog-description">
          {words.description}
        </p>
        <Island name="dialog-form" props={{}} />
        <button type="button" id={closeId} className="dialog-close" aria-label={words.close}>
          <CloseCross />
        </button>
      </div>
    </dialog>
  );
}
