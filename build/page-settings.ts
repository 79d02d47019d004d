import { readSettings, type Settings } from '../server/settings.ts';

/**
 * The settings that are compiled into the pages, by the server's own rules: an empty one is not set, an address has no
 * trailing slash.
 * @throws Error naming every one that is wrong
 */
export function readPageSettings(
  env: NodeJS.ProcessEnv,
): Pick<Settings, 'siteUrl' | 'backendUrl' | 'anonKey'> {
  // A mistake in any other setting is the server's concern: what builds the pages may not even have it.
  const { SITE_URL, VITE_BACKEND_URL, BACKEND_ANON_KEY } = env;
  return readSettings({ SITE_URL, VITE_BACKEND_URL, BACKEND_ANON_KEY });
}
