import { reasonOf } from '../../system/reason-of.ts';

/** Milliseconds; longer than any visitor would wait. */
const timeoutMs = 10_000;

/**
 * The response, or why there is none. It never throws. A redirect is a response, unless `init` has it followed.
 * @param ask replaces the platform's fetch
 */
export async function tryFetch(url: string, init: RequestInit = {}, ask = fetch): Promise<Response | string> {
  try {
    return await ask(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });
  } catch (error) {
    const { cause } = error as Error;
    return reasonOf(cause ?? error);
  }
}
