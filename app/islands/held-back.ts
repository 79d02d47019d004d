import { hasModifier } from '../ui/modifiers.ts';
import { hydrateNow, isHydrated, islandOf } from './arrival.ts';
import { inTime } from './in-time.ts';

/**
 * The islands that have held something back until React runs. Another press meanwhile adds nothing: a form that is sent
 * twice joins once.
 */
const waiting = new Set<HTMLElement>();

interface Early {
  island: HTMLElement;
  /** What was pressed or sent. */
  target: HTMLElement;
  /** Does it again, with the element that stands in its place when React runs. */
  repeat: (target: HTMLElement) => void;
  /** What is done if React cannot be loaded, or not in time. */
  giveUp: () => void;
}

async function holdBack(event: Event, { island, target, repeat, giveUp }: Early): Promise<void> {
  event.preventDefault();
  event.stopPropagation();
  if (waiting.has(island)) return;
  waiting.add(island);
  try {
    await inTime(hydrateNow(island));
  } catch {
    giveUp();
    return;
  } finally {
    waiting.delete(island);
  }
  // React may have drawn the island anew, with another element in the place of this one.
  const { id, localName, className } = target;
  const there = target.isConnected
    ? target
    : island.querySelector<HTMLElement>(id ? `#${id}` : `${localName}[class="${className}"]`);
  if (there) repeat(there);
}

/** A press on a control that only React can answer: it is repeated. If React cannot be loaded, a link is followed. */
function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || hasModifier(event) || !(event.target instanceof Element)) return;
  const target = event.target.closest<HTMLElement>('[data-needs-script], [data-answered-by]');
  const island = islandOf(target);
  if (!target || !island || isHydrated(island)) return;
  const giveUp = () => target instanceof HTMLAnchorElement && location.assign(target.href);
  holdBack(event, { island, target, repeat: (control) => control.click(), giveUp });
}

/**
 * Holds back the presses and forms that come before the island that answers them is React's, and repeats them afterwards.
 * @param onLost called with a form that was sent when React cannot be loaded
 */
export function holdBackEarlyEvents(onLost: (form: HTMLFormElement) => void): void {
  function onSubmit(event: SubmitEvent): void {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const island = islandOf(form);
    if (!island || isHydrated(island)) return;
    const repeat = (there: HTMLElement) => (there as HTMLFormElement).requestSubmit();
    holdBack(event, { island, target: form, repeat, giveUp: () => onLost(form) });
  }
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
}
