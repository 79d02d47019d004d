import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { median } from './median.ts';

/** Lighthouse's figures for one page; times in milliseconds. */
export interface Figures {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  lcp: number;
  speedIndex: number;
  tbt: number;
  cls: number;
  bytes: number;
  /** All work of the main thread until the page is quiet. */
  work: number;
  script: number;
  /** Style and layout. */
  layout: number;
  paint: number;
  /** Lighthouse's own measure of how fast the machine was just then. */
  benchmarkIndex: number;
}

/** The rows of Lighthouse's `mainthread-work-breakdown`. */
interface WorkDetails {
  items?: { group: string; duration: number }[];
}

async function runOn(url: string, port: number, skipAudits: string[]): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    formFactor: 'mobile',
    ignoreStatusCode: true,
    skipAudits,
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories, audits, environment, runtimeError } = result.lhr;
  // Such a run has a score of 0, and its figures mean nothing.
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.code}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? 0;
  const { items = [] } = (audits['mainthread-work-breakdown']?.details ?? {}) as WorkDetails;
  const workOn = (wanted: string) => items.find(({ group }) => group === wanted)?.duration ?? 0;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    speedIndex: value('speed-index'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    work: value('mainthread-work-breakdown'),
    script: workOn('scriptEvaluation'),
    layout: workOn('styleLayout'),
    paint: workOn('paintCompositeRender'),
    benchmarkIndex: environment.benchmarkIndex,
  };
}

/**
 * Runs Lighthouse once, in a browser started for it: one that has run the page before is warm. Lighthouse's own launcher keeps
 * one window; with Playwright every page is a window, and Chromium also builds two pages of its address bar for it, on the same
 * processor.
 * @param skipAudits the audits that do not count
 */
export async function measure(url: string, skipAudits: string[] = []): Promise<Figures> {
  const chrome = await launch({
    ...(process.env.CHROMIUM_PATH ? { chromePath: process.env.CHROMIUM_PATH } : {}),
    // A proxy that is measured has a certificate of its own.
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
  });
  try {
    return await runOn(url, chrome.port, skipAudits);
  } finally {
    chrome.kill();
  }
}

/** The median of each figure. */
export function medians(measured: readonly Figures[]): Figures {
  const names = Object.keys(measured[0] ?? {}) as (keyof Figures)[];
  const all = names.map((name) => [name, median(measured.map((figures) => figures[name]))]);
  return Object.fromEntries(all) as Figures;
}
