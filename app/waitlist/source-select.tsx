import { Select } from 'radix-ui';
import { useEffect, useLayoutEffect, useState } from 'react';
import { waitlistDialog as words } from '../../content/messages.ts';
import { waitlistSources } from '../../content/site.ts';
import { SelectArrow } from '../ui/buttons.tsx';
import { describedByError, type ErrorBesideField } from '../ui/field.tsx';
import { handles } from '../ui/markup-handles.ts';
import { dialogElement, dialogId } from './dialog.ts';

export const sourceId = `${dialogId}-source`;

/**
 * A list to choose a source from. Radix's own type-ahead resets after 1 s, as docs/specification.md#times requires. Its texts
 * have elements of their own: a translator replaces a text that React would later look for.
 */
export function SourceSelect({
  error,
  ...choice
}: Select.SelectProps & { error: ErrorBesideField | undefined }) {
  // The list opens inside the dialog, because nothing outside a modal dialog can be used. This needs a layout effect: a press that
  // was held back opens the list in the same task in which React comes.
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setDialog(dialogElement()), []);
  // An open list locks the page, and in a closed dialog nobody could close it. A phone's Back may close the dialog under its
  // list. A press that was held back may be repeated after the dialog has been closed.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const close = () => setOpen(false);
    dialog?.addEventListener('close', close);
    return () => dialog?.removeEventListener('close', close);
  }, [dialog]);
  function openInDialog(wanted: boolean): void {
    const opens = wanted && dialogElement()?.open === true;
    setOpen(opens);
    // The toast that asked for a source would lie over the last of the list.
    if (opens) import('./toaster.tsx').then(({ dismissToasts }) => dismissToasts()).catch(() => {});
  }
  return (
    <Select.Root {...choice} open={isOpen} onOpenChange={openInDialog}>
      <Select.Trigger
        id={sourceId}
        className="control select-trigger"
        {...handles({ scripted: '' })}
        aria-required="true"
        {...describedByError(sourceId, error)}
      >
        <Select.Value placeholder={<span>{words.sourcePlaceholder}</span>}>
          <span>{choice.value}</span>
        </Select.Value>
        <Select.Icon asChild>
          <SelectArrow />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal container={dialog}>
        <Select.Content
          className="select-list"
          position="popper"
          sideOffset={6}
          aria-label={words.sourceLabel}
        >
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
