import { expect, test } from '@playwright/test';
import { controlFaults, forcedColourFaults, sidewaysFaults } from '../support/page-faults.ts';
import { contrastFaults, textFaults } from '../support/text-faults.ts';
import { readTextRuns } from '../support/text-runs.ts';

test.use({ viewport: { width: 400, height: 300 } });

/** Pages with one fault each, and the message that must report it. */
const broken: [html: string, said: RegExp][] = [
  [
    '<p style="margin: 0; white-space: nowrap; width: 390px">As much as will never fit into so narrow a page, however small</p>',
    /“As much.*leaves the page by \d+\.\d px at the right/,
  ],
  [
    '<p style="width: 40px">Unbreakable</p>',
    /“Unbreakable” in p overflows its box by \d+\.\d px at the right/,
  ],
  [
    '<div class="card" style="background: #eee; height: 10px"><p style="margin: 0">Low</p></div>',
    /“Low” in div\.card > p sticks out of div\.card by \d+\.\d px at the bottom/,
  ],
  [
    '<div class="band" style="overflow: hidden; width: 60px"><p style="width: 200px">Cut off at some point</p></div>',
    /“Cut off.*is cut off by div\.band: \d+\.\d px at the right/,
  ],
  [
    '<input style="width: 50px" placeholder="someone@example.org">',
    /“someone@example\.org” in input is cut off by input/,
  ],
  [
    '<svg width="200" height="40"><text x="10" y="20">Dhuhr</text><text x="30" y="22">Asr</text></svg>',
    /“Dhuhr” in svg > text overlaps “Asr” in svg > text by/,
  ],
  [
    '<p style="margin: 0">Now in Development</p><button aria-label="Open menu" style="position: fixed; left: 30px; top: 4px"><svg width="24" height="24"></svg></button>',
    /“Now in Development” in p overlaps “Open menu” in button by/,
  ],
];

test('the look’s check finds each fault of a text, none on a sound page, and refuses an empty one', async ({
  page,
}) => {
  for (const [html, said] of broken) {
    await page.setContent(`<body style="margin: 8px; font: 16px sans-serif">${html}`);
    expect.soft(textFaults(await readTextRuns(page), 400).join('\n')).toMatch(said);
  }
  await page.setContent('<h1>Early</h1><p>A line, <em>a stress</em> and the rest.</p>');
  expect(textFaults(await readTextRuns(page), 400)).toEqual([]);
  await page.setContent('');
  const runs = await readTextRuns(page);
  expect(() => textFaults(runs, 400)).toThrow('No text was found');
});

test('the look’s check finds a page that scrolls sideways, and a control that is covered, too small or out of reach', async ({
  page,
}) => {
  const size = 'width: 100px; height: 50px';
  await page.setContent(
    `<div style="position: relative"><button style="${size}">Join</button><div class="veil" style="position: absolute; inset: 0 auto auto 60px; ${size}"></div></div>
    <button style="width: 20px; height: 50px">X</button>
    <a href="/" style="position: fixed; left: 500px; display: block; ${size}">Away</a>`,
  );
  const faults = (await controlFaults(page)).join('\n');
  expect(faults).toMatch(/“Join” is covered by div\.veil “”: 40\.0 × 50\.0 px/);
  expect(faults).toMatch(/“X” is 20\.0 × 50\.0 px: less than 44/);
  expect(faults).toMatch(/“Away” cannot be scrolled into view/);
  await page.setContent('<body style="margin: 0"><p>Early</p><div style="width: 430px; height: 1px"></div>');
  expect(await sidewaysFaults(page)).toEqual(['The page can be scrolled sideways by 30 px.']);
});

test('the check of forced colours finds a button without an edge and a focus without a ring', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setContent(
    '<style>* { outline: none; forced-color-adjust: auto } button { border: 0; background: none }</style><button>Join</button>',
  );
  const faults = (await forcedColourFaults(page)).join('\n');
  expect(faults).toMatch(/“Join” has neither an edge nor a ground/);
  expect(faults).toMatch(/“Join” shows no focus/);
});

test('the check of contrast measures the pixels behind each line, small and large', async ({ page }) => {
  const sky = 'background: linear-gradient(#000, #fff 200px); height: 200px; color: #fff';
  await page.setContent(
    `<body style="margin: 0"><div style="${sky}"><p style="margin: 0; padding-top: 10px">High</p><p style="margin: 110px 0 0">Low</p></div>
    <p style="color: #949494">Small</p><p style="color: #949494; font-size: 24px">Large</p><p style="opacity: 0.4">Faded</p>`,
  );
  const said = (await contrastFaults(page, await readTextRuns(page))).join('\n');
  expect(said).toMatch(/“Low” in div > p has [123]\.\d\d:1, 4\.5 are needed/);
  expect(said).toMatch(/“Small” in p has 3\.0\d:1, 4\.5 are needed/);
  expect(said).toMatch(/“Faded” in p has 2\.\d\d:1/);
  expect(said).not.toMatch(/High|Large/);
});
