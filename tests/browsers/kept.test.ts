import { nextStep } from '../../content/next-step.ts';
import { newAddress } from '../support/new-address.ts';
import { hydratedIsland, parts } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { chooseFirstSource } from './dialog.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

// Whatever happens to a page while a visitor types, the field holds what was typed, and a join arrives once with it.

/** The addresses that a page has asked to join, as the server has been told. */
async function watchJoins(visitor: Visitor): Promise<() => Promise<string[]>> {
  await visitor.evaluate(() => {
    const joined: string[] = [];
    Object.assign(window, { joined });
    const { fetch } = window;
    window.fetch = (...request) => {
      const [, options] = request;
      if (/functions\/v1|rest\/v1\/rpc/.test(String(request[0])))
        joined.push(JSON.parse(String(options?.body)).user_email);
      return fetch(...request);
    };
  });
  return () => visitor.evaluate(() => (window as unknown as { joined: string[] }).joined);
}

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

/** What a password manager does: it puts an element of its own before and after each email field. */
function addIcons(): void {
  for (const field of document.querySelectorAll('input[type="email"]')) {
    const icon = document.createElement('com-manager-icon');
    field.before(icon.cloneNode());
    field.after(icon);
  }
}

/** The two ways of changing a page. */
const changes = { 'a translator': translate, 'a password manager': addIcons };

/** Lets React come to a form in the middle of an address that is being typed into it. It must be held back before the visit. */
async function typeWhileReactComes(
  visitor: Visitor,
  letReactCome: () => void,
  field: string,
): Promise<string> {
  const [name = '', domain = ''] = newAddress().split('@');
  await visitor.enterField(field);
  await visitor.type(`${name}@`);
  letReactCome();
  await visitor.type(domain);
  return `${name}@${domain}`;
}

test('what is typed into the dialog while React comes stays, in order', async ({ visitor, line }) => {
  const letFormCome = line.hold(/dialog-form/);
  await visitor.open('/');
  await visitor.press(parts.joinButtonInBar);
  await expect.poll(() => visitor.isShown('#waitlist-email')).toBe(true);
  await visitor.type('amina.');
  letFormCome();
  await expect.poll(() => visitor.count(hydratedIsland('dialog-form'))).toBe(1);
  await visitor.type('yusuf@example.org');
  expect(await visitor.value('#waitlist-email')).toBe('amina.yusuf@example.org');
});

for (const [who, change] of Object.entries(changes)) {
  test(`a page that ${who} has changed joins once through the dialog, with what was typed`, async ({
    visitor,
    line,
  }) => {
    const letReactCome = line.hold(/hydrate-/);
    await visitor.open('/about');
    const joins = await watchJoins(visitor);
    await visitor.evaluate(change);
    await visitor.press(parts.joinButtonInBar);
    const address = await typeWhileReactComes(visitor, letReactCome, '#waitlist-email');
    await chooseFirstSource(visitor);
    expect(await visitor.value('#waitlist-email')).toBe(address);
    await visitor.press('#waitlist-join');
    await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
    expect(await joins()).toEqual([address]);
  });

  test(`a page that ${who} has changed joins once by the bottom form`, async ({ visitor, line }) => {
    const letReactCome = line.hold(/hydrate-/);
    await visitor.open('/');
    const joins = await watchJoins(visitor);
    await visitor.evaluate(change);
    const address = await typeWhileReactComes(visitor, letReactCome, '#cta-email');
    expect(await visitor.value('#cta-email')).toBe(address);
    await visitor.keys('Enter');
    await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
    expect(await joins()).toEqual([address]);
  });
}

test('a dialog that is translated after React has come still joins', async ({ visitor }) => {
  await visitor.open('/pricing');
  await visitor.press(parts.joinButtonInBar);
  await expect.poll(() => visitor.count(hydratedIsland('dialog-form'))).toBe(1);
  await visitor.evaluate(translate);
  await visitor.press('#waitlist-join');
  await expect.poll(() => visitor.text('#waitlist-email-error')).toContain(spec.emailRequired.text);
  await visitor.enterField('#waitlist-email');
  await visitor.type(newAddress());
  await chooseFirstSource(visitor);
  await visitor.press('#waitlist-join');
  await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
  await visitor.press(parts.joinButtonInBar);
  await expect.poll(() => visitor.isShown('#waitlist-email')).toBe(true);
  expect(await visitor.text('#waitlist-source')).toContain('Choose one');
});

test('a mistyped domain in the bottom form loses nothing while React is on its way', async ({
  visitor,
  line,
}) => {
  const letReactCome = line.hold(/hydrate-/);
  await visitor.open('/');
  const joins = await watchJoins(visitor);
  await visitor.enterField('#cta-email');
  await visitor.type('amina@gmial.com');
  await visitor.keys('Enter');
  letReactCome();
  await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
  expect(await joins()).toEqual(['amina@gmial.com']);
});

test('what a password manager writes into the hero’s field stands in the dialog', async ({ visitor }) => {
  await visitor.open('/');
  await visitor.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('#hero-email');
    if (field) field.value = 'filled@example.org';
  });
  await visitor.press(parts.joinButtonInBar);
  await expect.poll(() => visitor.value('#waitlist-email')).toBe('filled@example.org');
  await visitor.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('#hero-email');
    if (field) field.value = 'again@example.org';
    field?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => visitor.value('#waitlist-email')).toBe('again@example.org');
});

test('two submits in the same moment join once in either form', async ({ visitor }) => {
  await visitor.open('/');
  const joins = await watchJoins(visitor);
  const first = newAddress();
  const second = newAddress();
  await visitor.press(parts.joinButtonInBar);
  await visitor.enterField('#waitlist-email');
  await visitor.type(first);
  await chooseFirstSource(visitor);
  const submitTwice = (selector: string) =>
    visitor.evaluate((wanted) => {
      const form = document.querySelector<HTMLInputElement>(wanted)?.form;
      form?.requestSubmit();
      form?.requestSubmit();
    }, selector);
  await submitTwice('#waitlist-email');
  await expect.poll(() => visitor.text(parts.toast)).toContain(spec.joined.title);
  await visitor.enterField('#cta-email');
  await visitor.type(second);
  await submitTwice('#cta-email');
  await expect.poll(() => visitor.text(`#join ${parts.nextStep}`)).toContain(nextStep.unasked.text);
  expect(await joins()).toEqual([first, second]);
  const focusOnStep = (selector: string) => document.activeElement?.matches(selector) ?? false;
  await expect.poll(() => visitor.evaluate(focusOnStep, parts.nextStep)).toBe(true);
});

test('a city that is typed before React stays and is found', async ({ visitor, line }) => {
  const letReactCome = line.hold(/planner-/);
  await visitor.open('/');
  await visitor.press(parts.plannerFold);
  await visitor.enterField('#own-city');
  await visitor.type('Osa');
  letReactCome();
  await expect.poll(() => visitor.text(parts.cityOption)).toBeDefined();
  await visitor.type('ka');
  await expect.poll(() => visitor.text(parts.cityOption)).toContain('Osaka');
  expect(await visitor.value('#own-city')).toBe('Osaka');
});

test('keys that compose a text neither close the dialog nor choose a city', async ({ visitor }) => {
  // As Safari sends them, and Chrome on a Mac.
  const pressComposing = (name: string) =>
    visitor.evaluate((key) => {
      const options = { key, isComposing: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
    }, name);
  await visitor.open('/');
  await visitor.press(parts.plannerFold);
  await visitor.enterField('#own-city');
  await visitor.type('Osak');
  await expect.poll(() => visitor.text(parts.cityOption)).toContain('Osaka');
  await pressComposing('Enter');
  expect(await visitor.value('#own-city')).toBe('Osak');
  await visitor.press(parts.joinButtonInBar);
  await visitor.enterField('#waitlist-email');
  await pressComposing('Escape');
  expect(await visitor.isShown('#waitlist-email')).toBe(true);
});

/** Lets a visitor's patience with a script end at once, instead of after ten seconds. */
function losePatience(): void {
  const { setTimeout } = window;
  // Known by its reason: the driver of WebKit has a time-out of ten seconds in the page too.
  const withoutPatience = (run: () => void, wait?: number, reason?: unknown) =>
    setTimeout(run, reason instanceof Error ? 0 : wait);
  window.setTimeout = withoutPatience as typeof setTimeout;
  addEventListener('patience', () => {
    window.setTimeout = setTimeout;
  });
}

const regainPatience = () => dispatchEvent(new Event('patience'));

test('a visitor is told when the dialog’s script hangs, and what is typed stays', async ({
  visitor,
  line,
}) => {
  line.hold(/dialog-form/);
  await visitor.open('/about');
  await visitor.evaluate(losePatience);
  await visitor.press(parts.joinButtonInBar);
  await visitor.enterField('#waitlist-email');
  await visitor.type('amina@example.org');
  await visitor.keys('Enter');
  await expect.poll(() => visitor.text(parts.plainNotice)).toContain(spec.failed.text);
  expect(await visitor.value('#waitlist-email')).toBe('amina@example.org');
});

test('the bottom form says when its call is late, and can be sent again', async ({ visitor, line }) => {
  const letCallsCome = line.hold(/calls-/);
  await visitor.open('/');
  await visitor.evaluate(losePatience);
  const address = newAddress();
  await visitor.enterField('#cta-email');
  await expect.poll(() => visitor.count(hydratedIsland('bottom-form'))).toBe(1);
  await visitor.type(address);
  await visitor.keys('Enter');
  await expect.poll(() => visitor.text('#cta-email-error')).toBe(spec.failed.text);
  expect(await visitor.value('#cta-email')).toBe(address);
  letCallsCome();
  await visitor.evaluate(regainPatience);
  await visitor.press('#join [type="submit"]');
  await expect.poll(() => visitor.text(`#join ${parts.nextStep}`)).toContain(nextStep.unasked.text);
});
