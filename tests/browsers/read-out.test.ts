import { selectorOf } from '../../app/ui/handles.ts';
import { refusals } from '../../content/messages.ts';
import { nextStep } from '../../content/next-step.ts';
import { blog } from '../../content/pages/blog.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { plannerWords } from '../../content/prayer-day.ts';
import { foundCities } from '../support/found-cities.ts';
import { newAddress } from '../support/new-address.ts';
import { hydratedIsland, parts } from '../support/parts.ts';
import { publishedArticles } from '../support/published-articles.ts';
import { spec } from '../support/specification.ts';
import { reactsForm } from './dialog.ts';
import { expect, test } from './fixtures.ts';
import { expectHeard, openAndListen, tabTo, takeHeard } from './read-out.ts';

const featured = publishedArticles.find((article) => article.featured);
const featuredTitle = featured?.title ?? '';
const featuredControl = `${parts.featured} ${selectorOf('article')}`;

test('a screen reader hears each step of a join by keyboard once, in order', async ({ visitor, line }) => {
  const letAnswerCome = line.hold(/enhanced-waitlist/);
  await openAndListen(visitor, '/about');
  await tabTo(visitor, parts.joinButtonInBar);
  await visitor.keys('Enter');
  await expect.poll(() => visitor.count(reactsForm)).toBe(1);
  await expectHeard(visitor, /^dialog: Join the waitlist, .+/, 'focus: Email address');

  await visitor.keys('Enter');
  await expectHeard(visitor, `said: ${spec.emailRequired.title} ${spec.emailRequired.text}`);

  const source = spec.sourceRequired.title;
  await visitor.type(newAddress());
  await visitor.keys('Enter');
  await expect.poll(() => visitor.text(parts.toast)).toContain(source);
  await expectHeard(visitor, `focus: ${source}: Choose one, invalid, ${spec.sourceRequired.text}`);

  await visitor.keys('Enter');
  await expectHeard(visitor, `focus: ${spec.sources[0]}`);
  await visitor.keys('f');
  await expectHeard(visitor, 'focus: Friend');
  await visitor.keys('Enter');
  await expectHeard(visitor, `focus: ${source}: Friend`);

  await visitor.keys('Tab');
  await expectHeard(visitor, /^focus: Join Waitlist, By joining I let .+/);
  await visitor.keys('Enter');
  await expectHeard(visitor, 'said: Joining...', 'name: Joining...');
  letAnswerCome();
  const { title, joined, text, help } = nextStep.unasked;
  await expectHeard(
    visitor,
    'focus: Join Waitlist',
    `said: ${spec.joined.title} ${spec.joined.text}`,
    `focus: ${title}, ${joined} ${text} ${help}`,
  );
  await visitor.keys('Tab');
  await expectHeard(visitor, `focus: ${nextStep.unasked.close}`);
});

test('while the bottom form joins, the focus is on its button', async ({ visitor, line }) => {
  const letAnswerCome = line.hold(/add_to_waitlist/);
  await openAndListen(visitor, '/');
  await tabTo(visitor, '#cta-email');
  // Browsers take it for an address, the server does not.
  await visitor.type('somebody@nowhere');
  await visitor.keys('Enter');
  await expectHeard(visitor, /^focus: Joining\.\.\., By joining I let .+/);
  letAnswerCome();
  await expect.poll(() => visitor.count(parts.toast)).toBe(1);
  await expectHeard(visitor, `focus: Email address, invalid, ${refusals.address}`);
  expect(await visitor.count('#join button[aria-disabled="true"]')).toBe(0);
});

test('an article that is opened by keyboard says its title, and gives the focus back', async ({
  visitor,
}) => {
  await openAndListen(visitor, '/blog');
  await tabTo(visitor, featuredControl);
  await visitor.keys('Enter');
  await expect.poll(() => visitor.count(`[role="dialog"] ${parts.articleParagraph}`)).toBeGreaterThan(2);
  // On a slow machine the status says after that that the text is on its way.
  expect((await takeHeard(visitor)).slice(0, 2)).toEqual([
    `dialog: ${featuredTitle}`,
    `focus: ${blog.textLabel}`,
  ]);
  await visitor.keys('Escape');
  await expectHeard(visitor, /^focus: Read Article/);
});

test('an article that loads slowly says that it is coming, and that it has come', async ({
  visitor,
  line,
}) => {
  const letDialogCome = line.hold(/article-dialog-/);
  const letTextCome = line.hold(new RegExp(`/${featured?.slug}-`));
  await openAndListen(visitor, '/blog');
  await tabTo(visitor, featuredControl);
  await expect.poll(() => visitor.count(hydratedIsland('opened-article'))).toBe(1);
  await visitor.keys('Enter');
  await expectHeard(visitor, `said: ${blog.opening}`);
  expect(await visitor.count(`${featuredControl}[aria-busy="true"]`)).toBe(1);
  letDialogCome();
  await expectHeard(visitor, `dialog: ${featuredTitle}`, `focus: ${blog.textLabel}`, `said: ${blog.loading}`);
  letTextCome();
  await expectHeard(visitor, `said: ${blog.arrived}`);
  expect(await visitor.count(`${selectorOf('article')}[aria-busy]`)).toBe(0);
});

test('an article that is asked for before React says that it is coming', async ({ visitor, line }) => {
  const letReactCome = line.hold(/hydrate-/);
  await openAndListen(visitor, '/blog');
  await tabTo(visitor, featuredControl);
  await visitor.keys('Enter');
  await expectHeard(visitor, `said: ${blog.opening}`);
  letReactCome();
  await expect.poll(() => visitor.evaluate(() => document.activeElement?.role)).toBe('region');
  const focused = (await takeHeard(visitor)).filter((line) => !line.startsWith('said: '));
  expect(focused).toEqual([`dialog: ${featuredTitle}`, `focus: ${blog.textLabel}`]);
});

test('a city that is changed by keyboard is read out with its times', async ({ visitor, line }) => {
  await openAndListen(visitor, '/');
  await tabTo(visitor, parts.plannerFold);
  await expect.poll(() => visitor.count(`${parts.plannerTask} select:disabled`)).toBe(0);
  await visitor.keys('Enter');
  await visitor.keys('Tab');
  await expect.poll(() => line.asked.some((path) => path.includes('/cities/'))).toBe(true);
  await expectHeard(visitor, 'focus: City');
  const cities = foundCities('manch');
  // Each name that is not found is read out, although the sentence is the same.
  const heard: string[] = [];
  const hear = async () => {
    heard.push(...(await takeHeard(visitor)));
    return heard;
  };
  await visitor.type('zzq');
  await expect.poll(hear).toContain(`said: ${plannerWords.noCity('zzq')}`);
  await visitor.type('q');
  await expect.poll(hear).toContain(`said: ${plannerWords.noCity('zzqq')}`);
  // Escape gives the drawn day's city back, and what is typed replaces it.
  await visitor.keys('Escape');
  await visitor.evaluate((id) => document.querySelector<HTMLInputElement>(id)?.select(), '#own-city');
  await takeHeard(visitor);
  await visitor.type('manch');
  await expect.poll(() => visitor.count(parts.cityOption)).toBe(cities.length);
  const whileTyping = await takeHeard(visitor);
  expect(whileTyping.at(-1)).toBe(`said: ${plannerWords.cities(cities.length)}`);
  expect(new Set(whileTyping).size).toBe(whileTyping.length);

  await visitor.keys('ArrowDown');
  await expectHeard(visitor, `option: ${cities[1]}`);
  await visitor.keys('ArrowUp');
  await expectHeard(visitor, `option: ${cities[0]}`);
  await visitor.keys('Enter');
  await expectHeard(visitor, /^said: Drawn for Manchester: Fajr .+ Isha \d\d:\d\d\.$/);
});

test('a quarter that is changed by keyboard is read out once, with its status', async ({ visitor }) => {
  await openAndListen(visitor, '/roadmap');
  await expect.poll(() => visitor.count(selectorOf('watched'))).toBe(1);
  await tabTo(visitor, '[role="tab"][aria-selected="true"]');
  const second = roadmap.quarters[1] as (typeof roadmap.quarters)[number];
  await visitor.keys('ArrowRight');
  await expectHeard(visitor, `focus: ${second.name} ${roadmap.statusLabels[second.status]}`);
});
