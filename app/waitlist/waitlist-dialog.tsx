import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { waitlistDialog as words } from '../../content/messages.ts';
import { waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { describedByError } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { joinThroughFunction } from './calls.ts';
import { controlIds, DialogCard, type DialogField } from './dialog-card.tsx';
import { announceFailure, announceJoined } from './toasts.tsx';
import { clearPrefill, type EarlyDialog, onPrefillChange, prefilledEmail } from './triggers.ts';

/** One opening of the page's one dialog. */
interface Opening {
  /** What gets the focus back. Safari on a Mac does not focus a pressed button, so it can be found nowhere else. */
  opener: HTMLElement;
  /** What was typed into the early dialog; undefined where none was shown. */
  typed: string | undefined;
}

/**
 * The dialog's state and its one transition, joining (docs/specification.md#joining). It outlives a closed dialog, so that the
 * answer to a join still reaches the visitor, who may meanwhile have opened it again with another address: that one stays.
 */
function useDialogJoin(opening: Opening) {
  const [opened, setOpened] = useState<Opening>();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [source, setSource] = useState('');
  const [error, setError] = useState<{ field: DialogField; text: string }>();
  const [isJoining, setJoining] = useState(false);
  /** What the field holds now, for a join that began with another address in it. */
  const shown = useRef(email);

  if (opened !== opening) {
    const initialEmail = opening.typed ?? prefilledEmail();
    setOpened(opening);
    setOpen(true);
    if (initialEmail !== '') setEmail(initialEmail);
    // A join may have failed while the dialog was closed, and its toast has said so.
    setError(undefined);
  }
  useEffect(() => {
    shown.current = email;
  }, [email]);
  useEffect(() => onPrefillChange(setEmail), []);

  function fail(field: DialogField, toast: { title: string; description: string }): void {
    setError({ field, text: toast.description });
    announceFailure(toast);
  }

  async function join(): Promise<void> {
    // The browser itself removes none but ASCII's white space.
    const address = email.trim();
    if (address === '') return fail('email', toasts.emailRequired);
    if (source === '') return fail('source', toasts.sourceRequired);
    setError(undefined);
    setJoining(true);
    const prefilled = prefilledEmail();
    const outcome = await joinThroughFunction(address, source);
    setJoining(false);
    const isStillShown = shown.current === email;
    if (!outcome.joined) {
      const toast = { ...toasts.failed, ...(outcome.reason && { description: outcome.reason }) };
      return isStillShown ? fail('email', toast) : announceFailure(toast);
    }
    if (prefilledEmail() === prefilled) clearPrefill();
    if (isStillShown) {
      setEmail('');
      setSource('');
      setOpen(false);
    }
    announceJoined();
  }

  return { isOpen, setOpen, email, setEmail, source, setSource, error, isJoining, join };
}

function keepOpenUnderToasts(event: Event): void {
  const target = event.target;
  if (target instanceof Element && target.closest('[data-sonner-toaster]')) event.preventDefault();
}

function WaitlistDialog({ opening }: { opening: Opening }) {
  const { isOpen, setOpen, email, setEmail, source, setSource, error, isJoining, join } =
    useDialogJoin(opening);
  // A dialog that takes its early one's place does not rise: it is already on screen.
  const early = opening.typed === undefined ? undefined : '';
  const errorOf = (field: DialogField) => (error?.field === field ? error.text : undefined);

  useEffect(() => {
    if (error) document.getElementById(controlIds[error.field])?.focus();
  }, [error]);

  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-overlay" data-early={early} />
        <Dialog.Content
          className="dialog-card"
          data-early={early}
          onInteractOutside={keepOpenUnderToasts}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opening.opener.focus();
          }}
        >
          <DialogCard
            parts={Dialog}
            email={{
              value: email,
              onChange: (event) => setEmail(event.target.value),
              disabled: isJoining,
              ...describedByError(controlIds.email, errorOf('email')),
            }}
            source={
              <Select
                id={controlIds.source}
                options={waitlistSources}
                value={source}
                onChange={setSource}
                placeholder={words.sourcePlaceholder}
                disabled={isJoining}
                error={errorOf('source')}
              />
            }
            error={error}
            isJoining={isJoining}
            onSubmit={(event) => {
              event.preventDefault();
              void join();
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

let root: Root | undefined;

/**
 * Opens the page's one waitlist dialog; the first call mounts it.
 * @param opener what gets the focus back
 * @param early what was shown until now: closed, it opens nothing; else its focus is kept and its press is repeated
 */
export function openWaitlist(opener: HTMLElement, early: EarlyDialog | undefined): void {
  const state = early?.remove();
  if (early && !state) return;
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const dialog = <WaitlistDialog opening={{ opener, typed: state?.typed }} />;
  flushSync(() => root?.render(dialog));
  if (!state) return;
  document.getElementById(state.focused)?.focus();
  if (state.pressed) document.getElementById(state.pressed)?.click();
}
