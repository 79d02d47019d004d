import { dateInWords } from './date-in-words.ts';
import { site } from './site.ts';

const erased =
  site.forgetSilentAfterDays > 0
    ? `${site.forgetSilentAfterDays} days after we last asked`
    : `with the whole list, by ${dateInWords(site.erasure.latest)} at the latest`;

/** What becomes of an address whose owner never answers the email that asks; it stands after “If you do nothing,”. */
export const ifSilent = `you may get the news of the launch. We erase the address ${erased}`;
