import { type AppOptions, createApp } from '../../server/app.ts';

const nothing = async () => undefined;

/** Every token looks like ours, and no link exists. */
export const noLinks: AppOptions['emailLinks'] = {
  isOurs: async () => true,
  follow: async () => false,
  entries: { read: nothing, download: nothing, erase: nothing, change: nothing },
};

/** An app without a server: nobody joins, there are no pages and no links. Returns it, and what it logs. */
export function makeApp({ settings, ...options }: Partial<AppOptions> = {}) {
  const logged: string[] = [];
  const line = (facts: object, message: string) => void logged.push(JSON.stringify({ ...facts, message }));
  const app = createApp({
    join: Object.assign(async () => ({ success: true as const }), { settled: async () => {} }),
    site: { answer: () => ({ status: 404, headers: {}, body: null }) },
    settings: {
      anonKey: 'key',
      siteUrl: undefined,
      allowedOrigins: [],
      trustedProxies: 1,
      ...settings,
    },
    log: { debug: line, info: line, warn: line, error: line },
    isReady: async () => true,
    emailLinks: noLinks,
    sendsEmails: true,
    emailStatus: () => 'Emails are sent.',
    ...options,
  });
  return { app, logged };
}
