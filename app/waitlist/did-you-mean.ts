import { mailboxDomains } from '../../content/mailboxes.ts';

/** Where two texts differ first: the number of characters that both begin with. */
function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Whether two different texts are one slip of the finger apart: a character too many, missing or wrong, or two swapped. */
function isSlip(typed: string, meant: string): boolean {
  const start = commonStart(typed, meant);
  const a = typed.slice(start);
  const b = meant.slice(start);
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  const isTooMany = a.slice(1) === b;
  const isMissing = a === b.slice(1);
  const isWrong = a.slice(1) === b.slice(1);
  return isSwapped || isTooMany || isMissing || isWrong;
}

/** The address that was probably meant; undefined when nothing is wrong with the typed one. */
export function meantAddress(typed: string): string | undefined {
  const [, name, domain = ''] = /^\s*(.+@)(\S+)\s*$/.exec(typed) ?? [];
  const written = domain.toLowerCase();
  if (name === undefined || mailboxDomains.some((known) => known === written)) return undefined;
  const meant = mailboxDomains.find((known) => isSlip(written, known));
  return meant && name + meant;
}
