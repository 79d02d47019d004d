import { didYouMean, mailboxDomains } from '../../content/mailboxes.ts';

/** Milliseconds without a key: who is on the way from gmail.co to gmail.com is not interrupted. */
const pauseMs = 800;

/** Whether two different texts are one slip of the finger apart: a character too many, missing or wrong, or two swapped. */
function isSlip(typed: string, meant: string): boolean {
  const same = [...meant].findIndex((character, index) => character !== typed[index]);
  const start = same === -1 ? meant.length : same;
  const [a, b] = [typed.slice(start), meant.slice(start)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}

/** The address that was probably meant; undefined when nothing is wrong with the typed one. */
export function meantAddress(typed: string): string | undefined {
  const [, name, domain = ''] = /^\s*(.+@)(\S+)\s*$/.exec(typed) ?? [];
  const written = domain.toLowerCase();
  if (name === undefined || mailboxDomains.some((known) => known === written)) return undefined;
  const meant = mailboxDomains.find((known) => isSlip(written, known));
  return meant && name + meant;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Offers it under a form's field when nothing is typed for a moment; a press takes it. Nothing else waits for that. */
export function offerSoon(field: HTMLInputElement): void {
  if (field.closest('[data-island]:not([data-hydrated])')) return;
  const box = field.closest('.join-field') ?? field;
  let line = box.nextElementSibling;
  if (!line?.matches('.did-you-mean')) {
    // There before its words are, so that screen readers read them out.
    line = document.createElement('p');
    line.className = 'did-you-mean';
    line.setAttribute('role', 'status');
    box.after(line);
  }
  clearTimeout(timer);
  timer = setTimeout(offer, pauseMs, field, line);
}

function offer(field: HTMLInputElement, line: Element): void {
  const meant = meantAddress(field.value);
  if (line.querySelector('button')?.textContent === meant) return;
  line.replaceChildren();
  if (!meant) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = meant;
  button.addEventListener('click', () => {
    // By the prototype: React ignores the event after a value that was set on the field itself.
    Reflect.set(HTMLInputElement.prototype, 'value', meant, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    line.replaceChildren();
    field.focus();
  });
  line.append(`${didYouMean} `, button, '?');
}
