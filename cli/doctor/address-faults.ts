/** Milliseconds; a visitor would have gone long ago. */
const timeoutMs = 10_000;

/** What browsers must be told by every page, and what goes wrong without. */
const needed = {
  'strict-transport-security': 'browsers would come back without encryption',
  'content-security-policy': 'a script that was smuggled in would run',
  'x-content-type-options': 'browsers would guess what a file is',
};

/**
 * What a visitor would meet at the public address.
 * @param siteUrl as in the settings
 * @returns a sentence or two for each fault: what is wrong and what to do. It never throws
 */
export async function addressFaults(siteUrl: string, ask: typeof fetch = fetch): Promise<string[]> {
  const answer = await askFor(`${siteUrl}/`, ask);
  if (typeof answer === 'string') {
    return [`${siteUrl} does not answer (${answer}). Check the name, the certificate and the proxy.`];
  }
  if (answer.status !== 200) {
    return [`${siteUrl} answers ${answer.status}. Check that the proxy leads to this server.`];
  }
  const missing = Object.entries(needed).filter(([name]) => !answer.headers.has(name));
  return [
    ...missing.map(
      ([name, harm]) =>
        `${siteUrl} answers without ${name}: ${harm}. Build and start with SITE_URL, and let the proxy pass headers on.`,
    ),
    ...(await plainFaults(siteUrl, ask)),
  ];
}

async function plainFaults(siteUrl: string, ask: typeof fetch): Promise<string[]> {
  if (!siteUrl.startsWith('https:')) return [];
  const plain = siteUrl.replace('https:', 'http:');
  const answer = await askFor(`${plain}/`, ask);
  // A closed port 80 shows nobody anything.
  if (typeof answer === 'string') return [];
  if (answer.headers.get('location')?.startsWith('https:')) return [];
  return [
    `${plain} is served without encryption (status ${answer.status}). Let the proxy redirect it to https.`,
  ];
}

/** The answer, or why there is none. */
async function askFor(url: string, ask: typeof fetch): Promise<Response | string> {
  try {
    return await ask(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}
