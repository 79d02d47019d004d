import { newAddress } from '../journeys/steps.ts';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import type { Visitor } from './visitor.ts';

const inBar = '.site-bar [data-join]';
const toast = '[data-sonner-toast]';

const held = (visitor: Visitor, selector: string) =>
  visitor.see((wanted) => document.querySelector<HTMLInputElement>(wanted)?.value, selector);

/** What a browser's translation does: it wraps every text of the page in two elements, later texts too. */
function translate(): void {
  const wrap = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, noscript, font, svg')) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = `«${text.data}»`;
    text.replaceWith(outer);
    outer.append(inner);
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
    if (root instanceof Text) wrap(root);
  };
  wrapAll(document.body);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node.isConnected && node.nodeName !== 'FONT') wrapAll(node);
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

async function chooseFirstSource(visitor: Visitor): Promise<void> {
  await visitor.press('#waitlist-source');
  await expect.poll(() => visitor.count('[role="option"]')).toBe(9);
  await visitor.press('[role="option"]');
  await expect.poll(() => visitor.text('#waitlist-source')).toContain('Twitter/X');
}

test('what is typed into the dialog before and after React comes stands in its field, in order', async ({
  visitor,
  line,
}) => {
  const letDialogCome = line.hold(/waitlist-dialog/);
  await visitor.open('/');
  await visitor.press(inBar);
  await expect.poll(() => visitor.isShown('#waitlist-email')).toBe(true);
  await visitor.type('amina.');
  letDialogCome();
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(1);
  await visitor.type('yusuf@example.org');
  expect(await held(visitor, '#waitlist-email')).toBe('amina.yusuf@example.org');
});

test('a visitor joins through the dialog of a page that the browser has translated', async ({ visitor }) => {
  await visitor.open('/about');
  await visitor.see(translate);
  await visitor.press(inBar);
  await expect.poll(() => visitor.count('[role="dialog"]')).toBe(1);
  await visitor.enterField('#waitlist-email');
  await visitor.type(newAddress());
  await chooseFirstSource(visitor);
  await visitor.press('#waitlist-join');
  await expect.poll(() => visitor.text(toast)).toContain(spec.joined.title);
});

test('a mistyped domain in the bottom form loses nothing while React is on its way', async ({
  visitor,
  line,
}) => {
  const letReactCome = line.hold(/islands/);
  await visitor.open('/');
  await visitor.enterField('#cta-email');
  await visitor.type('amina@gmial.com');
  // Longer than the pause after which a suggestion is made.
  await visitor.see(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  await visitor.keys('Enter');
  letReactCome();
  await expect.poll(() => visitor.text(toast)).toContain(spec.joined.title);
});
