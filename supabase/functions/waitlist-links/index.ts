import { Hono } from 'hono';
import { openHooks } from '../../../mail/hooks/open-hooks.ts';
import { openLinks } from '../../../mail/links.ts';
import { openPlaces } from '../../../mail/place.ts';
import { createHooks } from '../../../server/hooks.ts';
import { createHostedLinks } from '../../../server/hosted-links.ts';
import type { AppEnv } from '../../../server/responses.ts';
import { log, openProject, readSecrets, serveFunction } from '../_shared/function.ts';

const secrets = readSecrets('waitlist-links');
const database = openProject(secrets);
const links = { ...openLinks(database), places: openPlaces(database) };

// What the links in emails lead to, and where providers report what came back.
serveFunction(
  'waitlist-links',
  new Hono<AppEnv>()
    .route('/', createHostedLinks(links, secrets, log))
    .route('/', createHooks(secrets.hooks && openHooks(database, secrets.hooks))),
);
