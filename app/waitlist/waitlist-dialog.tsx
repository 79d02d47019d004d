import { Dialog, Select } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { waitlistDialog as words } from '../../content/messages.ts';
import { waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { SelectArrow } from '../ui/buttons.tsx';
import { describedByError } from '../ui/field.tsx';
import { joinThroughFunction } from './calls.ts';
import { controlIds, DialogCard, type DialogField } from './dialog-card.tsx';
import { announceFailure, announceJoined } from './toasts.tsx';
import { clearPrefill, type EarlyState, onPrefillChange, prefilledEmail, type Typed } from './triggers.ts';

/** One opening of the page's one dialog. */
interface Opening {
  /** What gets the focus back. Safari on a Mac does not focus a pressed button, so it can be found nowhere else. */
  opener: HTMLElement;
  /** What was typed into the early dialog; undefined where none was shown. */
  typed: Typed | undefined;
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
    const initialEmail = opening.typed?.email ?? prefilledEmail();
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
    if (isJoining) return;
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

/** A list to choose a source from. Radix's own type-ahead resets after 1 s, as docs/specification.md#times requires. */
function SourceSelect({ error, ...choice }: Select.SelectProps & { error: string | undefined }) {
  const id = controlIds.source;
  return (
    <Select.Root {...choice}>
      <Select.Trigger id={id} className="control select-trigger" {...describedByError(id, error)}>
        <Select.Value placeholder={<span>{words.sourcePlaceholder}</span>} />
        <Select.Icon asChild>
          <SelectArrow />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className="select-list" position="popper" sideOffset={6}>
          <Select.Viewport>
            {waitlistSources.map((source) => (
              <Select.Item key={source} value={source} className="select-option">
                <Select.ItemText>
                  <span>{source}</span>
                </Select.ItemText>
                <Select.ItemIndicator className="select-mark">
                  <svg viewBox="0 0 20 20" width="18" height="18" fill="none" aria-hidden="true">
                    <path d="m4 10.5 4 4 8-9" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
                  </svg>
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
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
          onOpenAutoFocus={(event) => {
            if (opening.typed === undefined) return;
            // The visitor may be typing: Radix would select the text, and the next key would erase it. openWaitlist() sets the focus.
            event.preventDefault();
          }}
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
              <SourceSelect
                value={source}
                onValueChange={setSource}
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
 * @param state what was done in the early dialog, if one was shown: its focus is kept and its press is repeated
 */
export function openWaitlist(opener: HTMLElement, state: EarlyState): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const dialog = <WaitlistDialog opening={{ opener, typed: state?.typed }} />;
  flushSync(() => root?.render(dialog));
  if (!state) return;
  document.getElementById(state.focused)?.focus();
  if (state.pressed) document.getElementById(state.pressed)?.click();
}
