import { Hono } from 'hono';
import { openHooks } from '../../../mail/hooks/open-hooks.ts';
import { openLinkedEntries } from '../../../mail/linked-entries.ts';
import { openLinks } from '../../../mail/links.ts';
import { createHooks } from '../../../server/hooks.ts';
import { createHostedLinks } from '../../../server/hosted-links.ts';
import type { AppEnv } from '../../../server/responses.ts';
import { log, openProject, readSecrets, serveFunction } from '../_shared/function.ts';

const secrets = readSecrets('waitlist-links');
const database = openProject(secrets);
const links = { ...openLinks(database), entries: openLinkedEntries(database) };

const { siteUrl, allowedOrigins } = secrets;
const hooks = secrets.hooks && openHooks(database, secrets.hooks);

const app = new Hono<AppEnv>();
// What the links in emails lead to.
app.route('/', createHostedLinks(links, { siteUrl, allowedOrigins }, log));
// Where providers report emails that came back.
app.route('/', createHooks(hooks));

serveFunction('waitlist-links', app);
