import { bringIntoView } from '../ui/bring-into-view.ts';
import { selectorOf } from '../ui/handles.ts';
import { afterNextFrame } from '../ui/scheduling.ts';

const titleId = 'next-step-title';
const textId = 'next-step-text';

function paragraph(text: string, attributes: Partial<HTMLParagraphElement> = {}): HTMLParagraphElement {
  return Object.assign(document.createElement('p'), { textContent: text }, attributes);
}

export type NextStep = Record<'title' | 'joined' | 'text' | 'help' | 'close', string>;

function createNotice({ title, joined, text, help, close: label }: NextStep) {
  const notice = document.createElement('section');
  notice.className = 'next-step';
  // It gets the focus, so that a screen reader reads it and the keyboard reaches its button next.
  notice.tabIndex = -1;
  notice.setAttribute('aria-labelledby', titleId);
  notice.setAttribute('aria-describedby', textId);
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button button-quiet button-small';
  close.textContent = label;
  const body = document.createElement('div');
  body.id = textId;
  body.append(paragraph(`${joined} ${text}`), paragraph(help, { className: 'small' }));
  notice.append(paragraph(title, { id: titleId, className: 'serif' }), body, close);
  return { notice, close };
}

/** Removes the notice that stands on the page, if one does. */
let removeNotice = () => {};

/**
 * Shows what is left to do after a join, until the visitor closes it or leaves the page. It takes the place of the form or the
 * button that was used. For the bar's button it stands below the bar. Its rules come with the toaster's (toasts.css), which must
 * be loaded.
 * @param joinedBy the field or the button by which the visitor joined
 */
export function showNextStep(joinedBy: HTMLElement, words: NextStep): void {
  removeNotice();
  const { notice, close } = createNotice(words);
  const bar = joinedBy.closest(selectorOf('pill'));
  const part = joinedBy.closest<HTMLElement>(selectorOf('island')) ?? joinedBy.closest('form');
  const replaced = bar ? null : part;
  if (replaced) {
    replaced.after(notice);
    replaced.hidden = true;
  } else {
    (bar ?? document.body).append(notice);
  }

  removeNotice = () => {
    notice.remove();
    if (replaced) replaced.hidden = false;
    removeNotice = () => {};
  };
  function closeNotice(): void {
    removeNotice();
    joinedBy.focus();
  }
  close.addEventListener('click', closeNotice);
  notice.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeNotice();
  });

  function takeFocus(): void {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || activeElement === joinedBy;
    // A visitor who has gone on to something else keeps it.
    if (!isFree && !replaced?.contains(activeElement)) return;
    notice.focus({ preventScroll: true });
    if (!replaced) return;
    // Where it is high, its beginning is what is seen.
    bringIntoView(notice, notice.offsetHeight > innerHeight / 2 ? 'start' : 'nearest');
  }
  // By then the closed dialog has given the focus back.
  afterNextFrame(takeFocus);
}
