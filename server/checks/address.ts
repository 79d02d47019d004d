import { tryFetch } from './try-fetch.ts';

/** The headers that every page must have, and what would go wrong without each. */
const requiredHeaders = {
  'strict-transport-security': 'browsers would come back without encryption',
  'content-security-policy': 'a script that was smuggled in would run',
  'x-content-type-options': 'browsers would guess what a file is',
};

/** Requests the public address as a visitor would. Never throws. */
export async function checkAddress(siteUrl: string, ask: typeof fetch = fetch): Promise<string[]> {
  const answer = await tryFetch(`${siteUrl}/`, {}, ask);
  if (typeof answer === 'string')
    return [`${siteUrl} does not answer (${answer}). Check the name, the certificate and the proxy.`];
  if (answer.status !== 200)
    return [
      `${siteUrl} answers ${answer.status}. Check the proxy in front of the server, or the static host.`,
    ];
  const faults = Object.entries(requiredHeaders)
    .filter(([name]) => !answer.headers.has(name))
    .map(
      ([name, harm]) =>
        `${siteUrl} answers without ${name}: ${harm}. Build and start with SITE_URL, and let the proxy pass headers on.`,
    );
  if (!siteUrl.startsWith('https:')) return faults;
  const plain = siteUrl.replace('https:', 'http:');
  const inTheClear = await tryFetch(`${plain}/`, {}, ask);
  // A closed port 80 is no fault: nothing is served without encryption.
  if (typeof inTheClear !== 'string' && !inTheClear.headers.get('location')?.startsWith('https:'))
    faults.push(
      `${plain} is served without encryption (status ${inTheClear.status}). Let the proxy redirect it to https.`,
    );
  return faults;
}
