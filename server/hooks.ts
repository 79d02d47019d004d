import { type Context, Hono } from 'hono';
import { hooksPath } from '../content/paths.ts';
import type { HookCallFault } from '../mail/hooks/hook.ts';
import type { Hooks } from '../mail/hooks/open-hooks.ts';
import { createLane } from './lane.ts';
import { endpoint, readBody, refuse } from './middleware.ts';
import { type AppEnv, HttpError, jsonResponse } from './responses.ts';

const errorOf: Record<HookCallFault, ConstructorParameters<typeof HttpError>> = {
  unproven: ['invalid-proof', 'The signature or the password is wrong, or the signature is too old.'],
  'not-ours': ['foreign-account', 'The call is about another topic than the one in the settings.'],
  malformed: ['malformed-body', 'The body is not what the provider documents.'],
};

const withoutHooks: Hooks = { byProvider: {}, note: async () => 'foreign' };

/**
 * Where providers report bounces and complaints: /waitlist/hooks/ses and so on, each only if its setting is there. A provider
 * tries again after a 500 or a 503. What it repeats changes nothing.
 */
export function createHooks({ byProvider, note } = withoutHooks): Hono<AppEnv> {
  const hooks = new Hono<AppEnv>();
  // A provider reports hundreds of bounces at once. They hold few connections to the database.
  const inLane = createLane({ atOnce: 2, maxWaiting: 200 });
  hooks.use(`${hooksPath}/*`, endpoint('hook'));

  for (const [provider, hook] of Object.entries(byProvider)) {
    if (!hook) continue;
    hooks.post(`${hooksPath}/${provider}`, async (c: Context<AppEnv>) => {
      const body = await readBody(c, hook.maxBodyBytes);
      const events = await hook.read({ body, header: (name) => c.req.header(name) ?? '' });
      if (!Array.isArray(events)) throw new HttpError(...errorOf[events]);
      const effects = new Set<string>();
      for (const event of events) effects.add(await inLane(() => note(event)));
      if (effects.size > 0) c.set('outcome', `${provider}: ${[...effects].join(', ')}`);
      return jsonResponse(c, 200, {});
    });
    hooks.all(
      `${hooksPath}/${provider}`,
      refuse('method-not-allowed', 'Events are sent with POST.', { allow: 'POST' }),
    );
  }
  hooks.all(`${hooksPath}/*`, refuse('not-found', 'There is no such endpoint here.'));
  return hooks;
}
