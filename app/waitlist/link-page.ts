import { placeReadPath, type WaitlistOutcome, waitlistPath } from '../../content/paths.ts';
import { handlesOf, selectorOf } from '../ui/handles.ts';

/** The function that does what the page's buttons ask for (server/hosted-links.ts). */
const functionUrl = `${import.meta.env.VITE_BACKEND_URL}/functions/v1/waitlist-links`;

/** Some static hosts add a slash, or the name of the file. */
const pathOf = (url: string) => new URL(url).pathname.replace(/(\/index)?(\.html)?\/?$/, '');

/** What the history keeps of this page, so that it works again after a reload and on the way back. */
interface Kept {
  token?: string;
}

/**
 * The token of the link that led here. It goes out of the address, which a visitor may share, and stays with this entry of the
 * history. Emails from a time when the site had a server of its own have it in the query.
 */
function takeToken(): string {
  const given =
    new URLSearchParams(location.hash.slice(1)).get('t') ?? new URLSearchParams(location.search).get('t');
  const token = given ?? (history.state as Kept | null)?.token ?? '';
  history.replaceState({ token } satisfies Kept, '', location.pathname);
  return token;
}

/** Has each form post to the function, with the token in its body: in a URL it would be in logs. */
function leadToFunction(part: HTMLElement, token: string): void {
  for (const form of part.querySelectorAll('form')) {
    form.action = functionUrl + pathOf(form.action);
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 't', value: token });
    form.append(field);
  }
}

/** Writes the facts where their slots are, `{{email}}`, as text whatever they are. */
function fillSlots(part: HTMLElement, facts: Record<string, string>): void {
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '');
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.nodeValue = fill(texts.currentNode.nodeValue ?? '');
  for (const element of part.querySelectorAll<HTMLElement>(selectorOf('state')))
    handlesOf(element).state = fill(handlesOf(element).state ?? '');
}

/** Goes to a page that says why there is nothing here. */
const leaveFor = (outcome: WaitlistOutcome) => location.replace(waitlistPath(outcome));

/** How long to wait for somebody's place. */
const placePatienceMs = 15_000;

/** Asks the function for somebody's place and shows it. Where there is none, the page that says so takes the place of this one. */
async function showPlace(part: HTMLElement, token: string): Promise<boolean> {
  try {
    const body = new URLSearchParams({ t: token });
    const answer = await fetch(`${functionUrl}${placeReadPath}`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(placePatienceMs),
    });
    if (answer.ok) fillSlots(part, await answer.json());
    else leaveFor(answer.status === 404 ? 'link-broken' : 'link-failed');
    return answer.ok;
  } catch {
    leaveFor('link-failed');
    return false;
  }
}

/**
 * Makes the page of a link in an email work on a static host. Nothing is changed before a visitor presses a button.
 * @param part what is hidden until then
 */
export async function openLinkPage(part: HTMLElement): Promise<void> {
  // Another link of the same kind, opened in this tab, changes only what stands after the #.
  addEventListener('hashchange', () => location.reload());
  const token = takeToken();
  if (token === '') return leaveFor('link-broken');
  if ('asks' in handlesOf(part) && !(await showPlace(part, token))) return;
  leadToFunction(part, token);
  part.hidden = false;
  part.previousElementSibling?.remove();
}
