/** Longer than any visitor would wait. */
const timeoutMs = 10_000;

/** The headers that every page must have, and what would go wrong without each. */
const requiredHeaders = {
  'strict-transport-security': 'browsers would come back without encryption',
  'content-security-policy': 'a script that was smuggled in would run',
  'x-content-type-options': 'browsers would guess what a file is',
};

/**
 * Requests the public address as a visitor would.
 * @param siteUrl as in the settings
 * @returns a sentence or two for each fault: what is wrong and what to do. Never throws.
 */
export async function addressFaults(siteUrl: string, ask: typeof fetch = fetch): Promise<string[]> {
  const answer = await tryFetch(`${siteUrl}/`, ask);
  if (typeof answer === 'string') {
    return [`${siteUrl} does not answer (${answer}). Check the name, the certificate and the proxy.`];
  }
  if (answer.status !== 200) {
    return [`${siteUrl} answers ${answer.status}. Check that the proxy leads to this server.`];
  }
  const missing = Object.entries(requiredHeaders).filter(([name]) => !answer.headers.has(name));
  return [
    ...missing.map(
      ([name, harm]) =>
        `${siteUrl} answers without ${name}: ${harm}. Build and start with SITE_URL, and let the proxy pass headers on.`,
    ),
    ...(await plainHttpFaults(siteUrl, ask)),
  ];
}

async function plainHttpFaults(siteUrl: string, ask: typeof fetch): Promise<string[]> {
  if (!siteUrl.startsWith('https:')) return [];
  const plain = siteUrl.replace('https:', 'http:');
  const answer = await tryFetch(`${plain}/`, ask);
  // A closed port 80 is no fault: nothing is served without encryption.
  if (typeof answer === 'string') return [];
  if (answer.headers.get('location')?.startsWith('https:')) return [];
  return [
    `${plain} is served without encryption (status ${answer.status}). Let the proxy redirect it to https.`,
  ];
}

/** The response, or why there is none. */
async function tryFetch(url: string, ask: typeof fetch): Promise<Response | string> {
  try {
    return await ask(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}
