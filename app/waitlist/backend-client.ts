import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** Used when no key is configured: the key a server of this repository expects by default. It is public by nature. */
const defaultAnonKey = 'sb_publishable_bukoor_local';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** postgrest-js treats an error body that is not JSON as the server's message, which a proxy's error page is not. */
async function fetchWithoutErrorPages(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (response.status < 400) return response;
  const text = await response.text();
  const { status, headers } = response;
  return new Response(isJson(text) ? text : '{}', { status, headers });
}

let client: SupabaseClient | undefined;

/**
 * The page's one back-end client, created when it is first needed: from VITE_BACKEND_URL and BACKEND_ANON_KEY at build time,
 * by default the site's own origin. It keeps a session in local storage and refreshes it (docs/specification.md#the-two-calls).
 */
export function backendClient(): SupabaseClient {
  client ??= createClient(
    import.meta.env.VITE_BACKEND_URL || location.origin,
    import.meta.env.BACKEND_ANON_KEY || defaultAnonKey,
    { global: { fetch: fetchWithoutErrorPages } },
  );
  return client;
}
