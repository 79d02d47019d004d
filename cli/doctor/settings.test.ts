import { expect, test } from 'vitest';
import { readSettings } from '../../server/settings.ts';
import { checkSettings } from './settings.ts';

const facts = {
  url: 'https://sahari.app',
  launchTarget: { quarter: 'Q3 2031' },
  erasure: { launchedOn: null, monthsAfterLaunch: 12, latest: '2032-12-31' },
};
const fit = {
  SITE_URL: facts.url,
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.sahari.app',
  MAIL_FROM: 'salam@sahari.app',
};
const beforeTheTarget = new Date('2031-09-30T23:59:59Z');

const faults = (env: Record<string, string>, today = beforeTheTarget) =>
  checkSettings(readSettings(env), today, facts);

test('settings fit for visitors have no fault', () => {
  expect(faults(fit)).toEqual([]);
  expect(
    faults({ ...fit, VITE_BACKEND_URL: 'https://list.sahari.app', BACKEND_ANON_KEY: 'sb_publishable_own' }),
  ).toEqual([]);
});

test('a site without SITE_URL is reported', () => {
  expect(faults({})).toContainEqual(expect.stringMatching(/^SITE_URL is not set/));
});

test.for([
  'https://localhost:3000',
  'https://bukoor.example',
  'https://192.168.1.7',
  'https://[::1]:3000',
  'https://box.local',
])('%s is reported: it is no public name', (address) => {
  expect(faults({ ...fit, SITE_URL: address })).toEqual([expect.stringMatching(/is no public name/)]);
});

test('a site without https is reported', () => {
  expect(faults({ ...fit, SITE_URL: facts.url.replace('https:', 'http:') })).toEqual([
    expect.stringMatching(/is not https/),
  ]);
});

test('https without a counted proxy is reported: all visitors would share one limit', () => {
  expect(faults({ ...fit, TRUST_PROXY: '0' })).toEqual([expect.stringMatching(/^TRUST_PROXY is 0/)]);
});

test('another back end without its key is reported', () => {
  expect(faults({ ...fit, VITE_BACKEND_URL: 'https://project.supabase.co' })).toEqual([
    expect.stringMatching(/BACKEND_ANON_KEY/),
  ]);
});

test('a missing mail server and a sender without a public name are reported', () => {
  expect(faults({ ...fit, SMTP_URL: '' })).toEqual([expect.stringMatching(/^SMTP_URL is not set/)]);
  expect(faults({ ...fit, MAIL_FROM: 'salam@bukoor.example' })).toEqual([
    expect.stringMatching(/^MAIL_FROM is at bukoor\.example/),
  ]);
});

test('a launch target that is over is reported, from the first day after it', () => {
  expect(faults(fit, new Date('2031-10-01T00:00:00Z'))).toEqual([
    expect.stringMatching(/Q3 2031, is over.*when it was set/),
  ]);
});

test('a launch target that is not a quarter is reported', () => {
  const settings = readSettings(fit);
  const vague = { ...facts, launchTarget: { quarter: 'next spring' } };
  expect(checkSettings(settings, beforeTheTarget, vague)).toEqual([
    expect.stringMatching(/next spring, is no quarter/),
  ]);
});

test('a list that is to be erased is reported from that day on, and a date that is none', () => {
  const settings = readSettings(fit);
  const launched = { ...facts, erasure: { ...facts.erasure, launchedOn: '2030-01-15' } };
  expect(checkSettings(settings, new Date('2031-01-14T23:59:59Z'), launched)).toEqual([]);
  expect(checkSettings(settings, new Date('2031-01-15'), launched)).toEqual([
    expect.stringMatching(/since 2031-01-15, .*npm run waitlist -- erase-expired/),
  ]);
  const vague = { ...facts, erasure: { ...facts.erasure, latest: 'in time' } };
  expect(checkSettings(settings, beforeTheTarget, vague)).toEqual([expect.stringMatching(/is no date/)]);
});
