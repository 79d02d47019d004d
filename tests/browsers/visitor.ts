import { expect } from '@playwright/test';
import type { Driver, Pointer } from './driver.ts';

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

/** So many equal readings mean standing still, each in its own frame: a transition begins a frame after its trigger. */
const stillReadings = 4;

/** Under load WebKit lays out an opened element a quarter of a second late: readings within one frame would see nothing move. */
const nextFrame = () =>
  new Promise<boolean>((resolve) => {
    requestAnimationFrame(() => resolve(true));
    setTimeout(resolve, 5_000, false);
  });

/** Returns an element's box; says why not while there is none, or its middle cannot be pressed. */
function boxOf(selector: string): Box | string {
  const element = document.querySelector(selector);
  if (!element) return 'is not there';
  const box = element.getBoundingClientRect().toJSON() as Box;
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (hit && (element.contains(hit) || hit.contains(element))) return box;
  const isInView = box.y >= 0 && box.y + box.height <= innerHeight;
  return `${isInView ? `is covered by ${hit?.nodeName} ${hit?.className}` : 'is out of view'} at ${JSON.stringify(box)}`;
}

const bringIntoView = (selector: string) =>
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });

/** Somebody at a browser, whichever it is. */
export class Visitor {
  readonly #driver: Driver;
  readonly #site: string;
  readonly #hasScript: boolean;

  constructor(driver: Driver, site: string, hasScript: boolean) {
    this.#driver = driver;
    this.#site = site;
    this.#hasScript = hasScript;
  }

  /** Calls a function in the page. It cannot refer to anything outside itself: its source, arguments and result pass as text. */
  async evaluate<Result, Args extends unknown[]>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    const given = args.map((arg) => JSON.stringify(arg)).join();
    // Awaits only a promise: with scripts off, Firefox never continues after an `await`.
    const answer = await this.#driver.call(`() => {
      const result = (${inPage.toString()})(${given});
      const tell = (result) => JSON.stringify({ result });
      return result instanceof Promise ? result.then(tell) : tell(result);
    }`);
    return JSON.parse(answer ?? '{}').result;
  }

  /** Goes to a path of the site and waits until the document has reached this state. */
  open(path: string, readyState?: DocumentReadyState): Promise<void> {
    return this.follow(() => this.#driver.navigate(this.#site + path), readyState);
  }

  reload(): Promise<void> {
    return this.follow(() => this.evaluate(() => void setTimeout(() => location.reload())));
  }

  /** Goes back, within the document or to another one, without waiting for it. */
  async back(): Promise<void> {
    await this.evaluate(() => void setTimeout(() => history.back()));
  }

  /** Does something that leads to another document, and waits until that has reached this state. */
  async follow(go: () => Promise<void>, readyState: DocumentReadyState = 'complete'): Promise<void> {
    await this.evaluate(() => {
      document.documentElement.dataset.left = '';
    });
    await go();
    await expect
      .poll(
        () =>
          this.evaluate((wanted) => {
            const states = ['loading', 'interactive', 'complete'];
            return (
              document.documentElement.dataset.left === undefined &&
              // Under load Firefox calls a document complete before its first byte has been read.
              document.body?.firstElementChild != null &&
              states.indexOf(document.readyState) >= states.indexOf(wanted)
            );
          }, readyState).catch(() => false),
        { intervals: [50] },
      )
      .toBe(true);
  }

  /**
   * Presses an element as soon as it stands still; scrolls to it if it rests out of view. Not before: Chromium lets a smooth
   * scroll, the focus's, go on from where an instant one leads, past its end.
   */
  async press(selector: string, pointer: Pointer = 'mouse'): Promise<void> {
    let last = '';
    let still = 0;
    let box: Box | string = '';
    await expect
      .poll(
        async () => {
          // Without scripts there are no callbacks to await.
          const hasFrame = !this.#hasScript || (await this.evaluate(nextFrame));
          box = hasFrame ? await this.evaluate(boxOf, selector) : 'no frame came for five seconds';
          const now = JSON.stringify(box);
          still = now === last ? still + 1 : 0;
          last = now;
          if (still < stillReadings) return now;
          if (typeof box !== 'string') return 'stands still';
          still = 0;
          if (box.startsWith('is out of view')) await this.evaluate(bringIntoView, selector);
          return now;
        },
        { message: selector, intervals: [30] },
      )
      .toBe('stands still');
    const { x, y, width, height } = box as unknown as Box;
    await this.#driver.press(x + width / 2, y + height / 2, pointer);
  }

  /** Presses a field until it has the focus: the first visit of a busy WebKitGTK once seemed to lose the press. */
  async enterField(selector: string): Promise<void> {
    await expect
      .poll(async () => {
        await this.press(selector);
        return this.evaluate((wanted) => document.activeElement === document.querySelector(wanted), selector);
      })
      .toBe(true);
  }

  /** Presses keys, one after the other; `Shift+Tab` holds the first one. */
  async keys(...names: string[]): Promise<void> {
    for (const name of names) await this.#driver.key(name.replace('Shift+', ''), name.startsWith('Shift+'));
  }

  type(text: string): Promise<void> {
    return this.keys(...text);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#driver.resize(width, height);
  }

  async scrollTo(top: number): Promise<void> {
    await this.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
  }

  /** The text of the first element that matches; undefined without one. */
  text(selector: string): Promise<string | undefined> {
    return this.evaluate((wanted) => document.querySelector(wanted)?.textContent, selector);
  }

  /** What the first field that matches holds; undefined without one. */
  value(selector: string): Promise<string | undefined> {
    return this.evaluate((wanted) => document.querySelector<HTMLInputElement>(wanted)?.value, selector);
  }

  count(selector: string): Promise<number> {
    return this.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);
  }

  isShown(selector: string): Promise<boolean> {
    return this.evaluate((wanted) => {
      const element = document.querySelector(wanted);
      return element?.checkVisibility() === true && element.getClientRects().length > 0;
    }, selector);
  }

  address(): Promise<string> {
    return this.evaluate(() => location.pathname + location.hash);
  }
}
