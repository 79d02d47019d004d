import { selectorOf } from '../ui/handles.ts';
import { hasModifier } from '../ui/modifiers.ts';
import { showWaiting } from '../ui/waiting.ts';
import { positionOf } from './fields.ts';
import { answeringIsland, isHydrated } from './find-island.ts';
import { hydrateNow } from './hydration-schedule.ts';
import { inTime } from './in-time.ts';

/** Islands with a press or a form that waits for React. Further ones are ignored, so a form joins once. */
const waiting = new Set<HTMLElement>();

interface EarlyEvent {
  island: HTMLElement;
  /** What was pressed or sent. */
  target: HTMLElement;
  /** Does it again. @param target the same element, or the one in its place if React has drawn the island again */
  repeat: (target: HTMLElement) => void;
  /** Called instead if React cannot be loaded, or not in time. */
  onLost: () => void;
}

/** Keeps an event from its target until React has taken over the island, and repeats it then. */
async function holdBack(event: Event, { island, target, repeat, onLost }: EarlyEvent): Promise<void> {
  event.preventDefault();
  event.stopPropagation();
  if (waiting.has(island)) return;
  waiting.add(island);
  const findInItsPlace = positionOf(island, target);
  try {
    await showWaiting(target, inTime(hydrateNow(island)));
  } catch {
    onLost();
    return;
  } finally {
    waiting.delete(island);
  }
  const present = target.isConnected ? target : findInItsPlace();
  if (present) repeat(present);
}

/** The controls that do nothing without React. */
const needsReact = `${selectorOf('scripted')},${selectorOf('answerer')}`;

/** Holds back a press on a control that only React can answer. If React cannot be loaded, a link is followed. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
  const target = event.target.closest<HTMLElement>(needsReact);
  const island = answeringIsland(target);
  if (!target || !island || isHydrated(island)) return;
  function followLink(): void {
    if (target instanceof HTMLAnchorElement) location.assign(target.href);
  }
  holdBack(event, { island, target, repeat: (control) => control.click(), onLost: followLink });
}

/**
 * Holds back the presses and forms that come before React has taken over the island that answers them, and repeats them then.
 * @param onFormLost called with a form that was sent, if React cannot be loaded
 */
export function holdBackEarlyEvents(onFormLost: (form: HTMLFormElement) => void): void {
  function onSubmit(event: SubmitEvent): void {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const island = answeringIsland(form);
    if (!island || isHydrated(island)) return;
    holdBack(event, {
      island,
      target: form,
      repeat: (present) => (present as HTMLFormElement).requestSubmit(),
      onLost: () => onFormLost(form),
    });
  }
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
}
