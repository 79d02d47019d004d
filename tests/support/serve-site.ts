import { startBuiltSite } from './built-site.ts';

/** Playwright's global setup: one server of the built site, at JOURNEYS_URL for every worker. Returns the teardown. */
export default async function serveSite(): Promise<() => Promise<void>> {
  const site = await startBuiltSite({ TRUST_PROXY: '1' });
  process.env.JOURNEYS_URL = site.url;
  return site.stop;
}
