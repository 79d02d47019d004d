import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { foreignTexts } from '../support/foreign-texts.ts';
import {
  axeFindings,
  brokenHeadlines,
  controlFaults,
  doubledIds,
  forcedColourFaults,
  sidewaysFaults,
  starFaults,
} from '../support/page-faults.ts';
import { contrastOf } from '../support/pixels.ts';
import { contrastFaults, readTexts } from '../support/texts.ts';
import { expect, test } from './journey.ts';

/** Something on the page, and what the finder of its part says of it: nothing, if it only looks like a fault. */
interface Sample {
  html: string;
  faults: readonly string[];
}

const places: readonly Sample[] = [
  {
    html: '<p id="off" class="out">Off the page</p>',
    faults: ['“Off the page” in <p id="off" class="out">Off the page</p> leaves the page'],
  },
  {
    html: '<p id="slim">Wide words</p>',
    faults: ['“Wide words” in <p id="slim">Wide words</p> overflows its box'],
  },
  {
    html: '<div class="ground low"><p>Under</p></div>',
    faults: ['“Under” in <p>Under</p> sticks out of <div class="ground low"><p>Under</p></div>'],
  },
  {
    html: '<div class="edge low"><p>Below</p></div>',
    faults: ['“Below” in <p>Below</p> sticks out of <div class="edge low"><p>Below</p></div>'],
  },
  // What has left the flow need not lie within the ground of what it has left.
  { html: '<div class="ground low"><p class="lifted">Lifted</p></div>', faults: [] },
  {
    html: '<div class="cut low"><p>Cut</p></div>',
    faults: ['“Cut” in <p>Cut</p> is cut off by <div class="cut low"><p>Cut</p></div>'],
  },
  // What leaves the flow of a box without a position leaves what it cuts off.
  { html: '<div class="cut low"><p class="lifted">Let out</p></div>', faults: [] },
  {
    html: '<div class="cut low placed"><p class="lifted">Kept in</p></div>',
    faults: [
      '“Kept in” in <p class="lifted">Kept in</p> is cut off by <div class="cut low placed"><p class="lifted">Kept in</p></div>',
    ],
  },
  // Only screen readers read it.
  { html: '<p class="heard">For a screen reader</p>', faults: [] },
  { html: '<div class="scrolled low"><p>First</p><p>Next</p></div>', faults: [] },
  {
    html: '<p>One</p><p class="over">Two</p>',
    faults: ['“One” in <p>One</p> overlaps “Two” in <p class="over">Two</p>'],
  },
  {
    html: '<label>Name<input class="short" placeholder="A long example"></label>',
    faults: [
      'overflows its box',
      'sticks out of <input class="short" placeholder="A long example">',
      'is cut off by <input class="short" placeholder="A long example">',
    ].map((fault) => `“A long example” in <input class="short" placeholder="A long example"> ${fault}`),
  },
  { html: '<label>Town<input class="short" value="A text that can be scrolled"></label>', faults: [] },
  // A drawing may extend beyond its band.
  { html: '<div class="ground low"><svg><text y="40">Drawn</text></svg></div>', faults: [] },
];

const contrasts: readonly Sample[] = [
  { html: '<p class="dark">Dark</p>', faults: [] },
  {
    html: '<p class="pale">Pale</p>',
    faults: ['“Pale” in <p class="pale">Pale</p> has 3.03:1, 4.5 are needed'],
  },
  { html: '<p class="pale large">Large</p>', faults: [] },
  {
    html: '<div class="faded"><p>Faded</p></div>',
    faults: ['“Faded” in <p>Faded</p> has 4.29:1, 4.5 are needed'],
  },
  {
    html: '<div class="picture"><p>On a picture</p></div>',
    faults: ['“On a picture” in <p>On a picture</p> has 1.00:1, 4.5 are needed'],
  },
  {
    html: '<svg><text y="20" fill="#949494">Drawn</text></svg>',
    faults: ['“Drawn” in <text y="20" fill="#949494">Drawn</text> has 3.03:1, 4.5 are needed'],
  },
];

const coverings: readonly Sample[] = [
  {
    html: '<button>Covered</button><i></i>',
    faults: ['<button>Covered</button> is covered by <i></i>'],
  },
  {
    html: '<button class="small">Small</button>',
    faults: ['<button class="small">Small</button> is 30 × 30 px, less than 44'],
  },
  {
    html: '<button class="away">Away</button>',
    faults: ['<button class="away">Away</button> cannot be scrolled into view'],
  },
  { html: '<p>A <a href="#link">link</a> in a sentence</p>', faults: [] },
];

const outlines: readonly Sample[] = [
  { html: '<button>Whole</button>', faults: [] },
  {
    html: '<button class="shapeless">Shapeless</button>',
    faults: [
      '<button class="shapeless">Shapeless</button> has neither an edge nor a ground of its own on rgb(255, 255, 255)',
    ],
  },
  {
    html: '<button class="ringless">Ringless</button>',
    faults: ['<button class="ringless">Ringless</button> shows no focus on rgb(255, 255, 255)'],
  },
  {
    html: '<button class="lost"><svg></svg></button>',
    faults: [
      '<button class="lost"><svg></svg></button> has an icon of the colour of its ground on rgb(255, 255, 255)',
    ],
  },
];

const skies: readonly Sample[] = [
  {
    html: '<svg class="star-sky"><circle cx="60" cy="10" r="2"/><circle cx="200" cy="10" r="2"/></svg><p class="beside">Word</p>',
    faults: ['A star at 58, 8 is too near to “Word”.'],
  },
];

const headlines: readonly Sample[] = [
  { html: '<h2 class="narrow">Short</h2>', faults: [] },
  {
    html: '<h2 class="narrow">Extraordinary</h2>',
    faults: ['A word of “Extraordinary” is wider than its line.'],
  },
];

const faces: readonly Sample[] = [
  { html: '<p>Ours</p>', faults: [] },
  { html: '<p>🌙</p>', faults: [] },
  { html: '<p class="foreign">Foreign</p>', faults: ['<p class="foreign" data-has-text="">Foreign</p>'] },
  { html: '<p>لا</p>', faults: ['<p data-has-text="">لا</p>'] },
];

const figtree = readFileSync('app/styles/fonts/figtree.woff2', 'base64');

const rules = `
  @font-face { font-family: Ours; src: url(data:font/woff2;base64,${figtree}) }
  * { margin: 0; font: 16px/1.5 Ours }
  body { background: #fff; color: #000 }
  section { position: relative; height: 120px }
  label, input { display: block }
  button { min-width: 60px; min-height: 48px; border: 1px solid #000; background: #fff; color: #000 }
  button:focus { outline: 2px solid #000 }
  h2 { overflow-wrap: anywhere }

  .out { position: absolute; left: -30px }
  #slim { width: 20px; white-space: nowrap }
  .low { height: 6px }
  .ground { background: #ddd }
  .edge { border: 1px solid #000 }
  .lifted { position: absolute; top: 40px }
  .cut { overflow: hidden }
  .placed { position: relative }
  .heard { position: absolute; width: 1px; height: 1px; overflow: hidden }
  .scrolled { overflow: auto; height: 24px }
  .over { margin-top: -20px }
  .short { width: 60px }

  .pale { color: #949494 }
  .large { font-size: 24px }
  .faded { opacity: 0.52 }
  .picture { background: linear-gradient(#000, #000) }

  i { position: absolute; inset: 0; background: #fff }
  .small { min-width: 0; min-height: 0; width: 30px; height: 30px; padding: 0 }
  .away { position: fixed; left: -100px }

  .shapeless { border: 0 }
  button.ringless:focus { outline: none }
  .lost { color: #fff }

  .star-sky { position: absolute; top: 0; left: 0 }
  .beside { padding-left: 65px }
  .narrow { width: 50px }
  .foreign { font-family: serif }
`;

/** Puts every sample on one page, in a section that keeps it away from the others: one load for all finders. */
async function openSamples(page: Page, parts: Record<string, readonly Sample[]>): Promise<void> {
  const sections = Object.entries(parts).map(([id, samples]) => {
    const each = samples.map(({ html }) => `<section>${html}</section>`);
    return `<div id="${id}">${each.join('')}</div>`;
  });
  await page.setContent(`<!doctype html><style>${rules}</style>${sections.join('')}`);
}

const faultsOf = (samples: readonly Sample[]) => samples.flatMap(({ faults }) => faults);

/** Without the measures of letters, which differ from one system to another. */
const withoutMeasures = (faults: readonly string[]) =>
  faults.map((fault) => fault.replace(/ by [\d.]+ px$| \d+ px(?= wider)/, ''));

// The contrasts come first: below the first screen nothing has pixels.
test('each fault of a page is found, and nothing that only looks like one', async ({ page }) => {
  await openSamples(page, { contrasts, places, coverings, outlines, headlines, faces });

  await test.step('text in the wrong place', async () => {
    const { faults } = await readTexts(page, '#places');
    expect.soft(withoutMeasures(faults)).toEqual(faultsOf(places));
    const { faults: withoutExamples } = await readTexts(page, '#places', false);
    expect.soft(withoutExamples).toEqual(faults.filter((fault) => !fault.includes('A long example')));
  });

  await test.step('low contrast', async () => {
    expect.soft(await contrastFaults(page, '#contrasts')).toEqual(faultsOf(contrasts));
    const drawn = await contrastFaults(page, '#contrasts', 'drawn');
    expect.soft(drawn).toEqual(faultsOf(contrasts).slice(-1));
  });

  await test.step('covered and small controls', async () => {
    expect.soft(await controlFaults(page, '#coverings')).toEqual(faultsOf(coverings));
  });

  await test.step('controls without an edge, an icon or a ring', async () => {
    expect.soft(await forcedColourFaults(page, '#outlines')).toEqual(faultsOf(outlines));
  });

  await test.step('broken headlines', async () => {
    const broken = await brokenHeadlines(page, '#headlines');
    expect.soft(withoutMeasures(broken)).toEqual(faultsOf(headlines));
  });

  await test.step('letters in a face of the system', async () => {
    const foreign = await foreignTexts(page, '#faces');
    // The face's name is the system's.
    expect.soft(foreign.map((fault) => fault.slice(fault.indexOf('<')))).toEqual(faultsOf(faces));
  });
});

test('a star near a word, a scroll sideways, a doubled id and a picture without words are found', async ({
  page,
}) => {
  await openSamples(page, { skies });
  expect.soft(await starFaults(page)).toEqual(faultsOf(skies));

  expect.soft(await sidewaysFaults(page)).toEqual([]);
  expect.soft(await doubledIds(page)).toEqual([]);
  await page.evaluate(() => {
    const wide = '<img id="picture" style="display: block; width: calc(100vw + 20px); height: 9px">';
    document.body.insertAdjacentHTML('beforeend', `${wide}<p id="picture"></p>`);
  });
  expect.soft(await doubledIds(page)).toEqual(['picture']);
  expect.soft(await sidewaysFaults(page)).toEqual(['The page can be scrolled sideways by 20 px.']);

  const findings = await axeFindings(page, { within: ['img'], runOnly: ['image-alt'] });
  expect.soft(findings).toEqual([expect.stringMatching(/^image-alt: img\b/)]);
});

test('a finder that has nothing to look at says so', async ({ page }) => {
  await page.setContent('<!doctype html><main id="empty"></main>');
  await expect(readTexts(page, '#empty')).rejects.toThrow('No text was found');
  await expect(readTexts(page, '#missing')).rejects.toThrow('The page has no #missing');
  await expect(controlFaults(page, '#empty')).rejects.toThrow('No control was found');
});

test('contrast is a ratio of 1 to 21, and only of opaque colours', () => {
  expect(contrastOf('rgb(0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21);
  expect(contrastOf('rgb(9, 9, 9)', 'rgb(9, 9, 9)')).toBe(1);
  expect(() => contrastOf('rgba(0, 0, 0, 0.5)', 'rgb(0, 0, 0)')).toThrow('is not opaque');
});
