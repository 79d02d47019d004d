import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
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

test.for([
  [{}, []],
  [{ VITE_BACKEND_URL: 'https://list.sahari.app', BACKEND_ANON_KEY: 'sb_publishable_own' }, []],
  // A static host with a hosted back end: no proxy of ours, and the function has the mail server.
  [
    {
      VITE_BACKEND_URL: 'https://ref.supabase.co',
      BACKEND_ANON_KEY: 'sb_publishable_own',
      TRUST_PROXY: '0',
      SMTP_URL: '',
      MAIL_FROM: '',
    },
    [],
  ],
  [{ SITE_URL: '', SMTP_URL: '' }, [/^SITE_URL is not set/, /^SMTP_URL is not set/]],
  [{ SITE_URL: 'https://localhost:3000' }, [/is no public name/]],
  [{ SITE_URL: 'https://bukoor.example' }, [/is no public name/]],
  [{ SITE_URL: 'https://192.168.1.7' }, [/is no public name/]],
  [{ SITE_URL: 'http://sahari.app' }, [/is not https/]],
  [{ TRUST_PROXY: '0' }, [/^TRUST_PROXY is 0/]],
  [{ VITE_BACKEND_URL: 'https://project.supabase.co' }, [/BACKEND_ANON_KEY/]],
  [{ MAIL_FROM: 'salam@bukoor.example' }, [/^MAIL_FROM is at bukoor\.example/]],
] as const)('settings fit for visitors, with %j', ([changed, found]) => {
  const settings = readSettings({ ...fit, ...changed });
  expect(checkSettings(settings, new Date('2031-09-30T23:59:59Z'), facts)).toEqual(
    found.map((fault) => expect.stringMatching(fault)),
  );
});

test.for([
  ['2031-10-01T00:00:00Z', {}, [/Q3 2031, is over.*when it was set/]],
  ['2031-09-30T23:59:59Z', { launchTarget: { quarter: 'next spring' } }, [/next spring, is no quarter/]],
  ['2031-01-15', { erasure: { ...facts.erasure, latest: '2031-01-15' } }, [/by 2031-01-15, .*erase/]],
] as const)('on %s a target is over or no quarter, or an erasure is due: %j', ([today, changed, found]) => {
  expect(checkSettings(readSettings(fit), new Date(today), { ...facts, ...changed })).toEqual(
    found.map((fault) => expect.stringMatching(fault)),
  );
});
