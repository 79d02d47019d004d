import { roadmap } from '../../content/pages/roadmap.ts';
import { plannerWords } from '../../content/prayer-day.ts';
import { stepLeft } from '../../content/step-left.ts';
import { publishedArticles } from '../articles/published.ts';
import { expectHeard, startListening, tabTo, takeHeard } from '../support/read-out.ts';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { holdBack, newAddress, wake } from './steps.ts';

test.use({ timezoneId: 'Europe/London' });
test.beforeEach(({ page }) => startListening(page));

const joinInBar = '.site-bar [data-join]';
const reactsForm = '[data-island="dialog-form"][data-hydrated]';

test('of a whole join by keyboard alone each step is read out once, in order', async ({ page }) => {
  await page.route('**/enhanced-waitlist', (route) => route.fulfill({ json: { success: true } }));
  const letAnswerCome = await holdBack(page, '**/enhanced-waitlist');
  await page.goto('/about');
  await tabTo(page, joinInBar);
  await page.keyboard.press('Enter');
  await expect(page.locator(reactsForm)).toHaveCount(1);
  await expectHeard(page, /^dialog: Join the waitlist, .+/, 'focus: Email address');

  await page.keyboard.press('Enter');
  await expectHeard(page, `said: ${spec.emailRequired.title} ${spec.emailRequired.text}`);

  const source = spec.sourceRequired.title;
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-sonner-toast]', { hasText: source })).toBeVisible();
  await expectHeard(page, `focus: ${source}: Choose one, invalid, ${spec.sourceRequired.text}`);

  await page.keyboard.press('Enter');
  await expectHeard(page, 'focus: Twitter/X');
  await page.keyboard.press('f');
  await expectHeard(page, 'focus: Friend');
  await page.keyboard.press('Enter');
  await expectHeard(page, `focus: ${source}: Friend`);

  await page.keyboard.press('Tab');
  await expectHeard(page, /^focus: Join Waitlist, By joining I let .+/);
  await page.keyboard.press('Enter');
  await expectHeard(page, 'name: Joining...');
  letAnswerCome();
  await expect(page.locator('.step-left')).toBeFocused();
  const { title, text, help } = stepLeft.asked;
  await expectHeard(
    page,
    'focus: Join Waitlist',
    `said: ${spec.joined.title} ${spec.joined.text}`,
    `focus: ${title}, ${text} ${help}`,
  );
  await page.keyboard.press('Tab');
  await expectHeard(page, `focus: ${stepLeft.asked.close}`);
});

test('in the bottom form a join by Enter leaves the focus on the button until its result is read out', async ({
  page,
}) => {
  await page.route('**/add_to_waitlist', (route) =>
    route.fulfill({ json: { success: false, error: 'Too many tries.' } }),
  );
  const letAnswerCome = await holdBack(page, '**/add_to_waitlist');
  await page.goto('/');
  await tabTo(page, '#cta-email');
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Enter');
  await expectHeard(page, /^focus: Joining\.\.\., By joining I let .+/);
  letAnswerCome();
  await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  await expectHeard(page, 'focus: Email address, invalid, Too many tries.');
  await expect(page.locator('#join').getByRole('button', { name: 'Join Waitlist' })).toBeEnabled();
});

test('an article that is read by keyboard says its title once, and then where one was', async ({ page }) => {
  await page.goto('/blog');
  await tabTo(page, '.featured [data-article]');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator('p').nth(3)).toBeVisible();
  const title = publishedArticles.find(({ featured }) => featured)?.title ?? '';
  await expectHeard(page, `dialog: ${title}`, `focus: ${title}`);
  await page.keyboard.press('Escape');
  await expectHeard(page, /^focus: Read Article/);
});

test('a city that is changed by keyboard says how many there are, which one is active, and its times', async ({
  page,
}) => {
  await page.goto('/');
  await wake(page);
  await tabTo(page, '.planner-choices summary');
  const listOfCities = page.waitForResponse('**/cities/**');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await (await listOfCities).finished();
  await expectHeard(page, 'focus: City');
  await expect(page.locator('#own-city')).toHaveAccessibleDescription('');
  await page.keyboard.type('manch');
  await expect(page.getByRole('option', { name: /^Manchester/ })).toHaveCount(2);
  const whileTyping = await takeHeard(page);
  expect(whileTyping.at(-1)).toBe(`said: ${plannerWords.cities(2)}`);
  expect(new Set(whileTyping).size).toBe(whileTyping.length);

  await page.keyboard.press('ArrowDown');
  await expectHeard(page, 'option: Manchester, United States');
  await page.keyboard.press('ArrowUp');
  await expectHeard(page, 'option: Manchester, United Kingdom');
  await page.keyboard.press('Enter');
  await expectHeard(page, /^said: Drawn for Manchester: Fajr .+ Isha \d\d:\d\d\.$/);
});

test('a quarter that is changed by keyboard is read out once, with its status', async ({ page }) => {
  await page.goto('/roadmap');
  await expect(page.locator('.quarters[data-watched]')).toHaveCount(1);
  await tabTo(page, '[role="tab"][aria-selected="true"]');
  const [, second] = roadmap.quarters;
  await page.keyboard.press('ArrowRight');
  await expectHeard(page, new RegExp(`^focus: ${second?.name}`));
});
