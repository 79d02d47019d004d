import { createPublicKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { type HookSettings, type Hooks, openHooks } from '../mail/hooks/open-hooks.ts';
import { makeApp } from '../tests/support/app.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, finish, joinAll, later, mustClaim } from '../tests/support/emails.ts';
import { type CallChanges, makeProviders } from '../tests/support/hook-calls.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

type Provider = keyof HookSettings;
const names: Provider[] = ['ses', 'postmark', 'resend', 'sendgrid'];
const { settings, fetch, asked, calls } = makeProviders();

/** Of our email in every fixture. */
const idOfFixtures = '0123456789abcdef0123456789abcdef';
const folder = join(import.meta.dirname, '../mail/hooks/fixtures');

interface Fixture {
  source: string;
  says: string[];
  body: unknown;
}

/** The call of a fixture, about another id if one is given. */
function textOf(name: string, id = idOfFixtures): string {
  const fixture: Fixture = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return JSON.stringify(fixture.body).replaceAll(idOfFixtures, id);
}

/** An app with these hooks, what it logs, and a way to call them. */
function appWith(hooks?: Hooks) {
  const { app, logged } = makeApp({ hooks });
  const post = async (provider: string, call: RequestInit) =>
    app.request(`/waitlist/hooks/${provider}`, { method: 'POST', ...call });
  return { app, post, logged };
}

/** A database that nobody may query. */
const noDatabase = {
  query: () => Promise.reject(new Error('The database was asked.')),
} as unknown as Database;
const closed = () => appWith(openHooks(noDatabase, settings, fetch));

/** An app on a database; its `send` signs a call as the provider does and gives the status of the answer. */
function appOn(database: Database) {
  const { post, logged } = appWith(openHooks(database, settings, fetch));
  const send = async (provider: Provider, text: string, changes?: CallChanges) =>
    (await post(provider, calls[provider](text, changes))).status;
  return { send, logged };
}

const countsOf = (database: Database) =>
  database.query<{ reason: string | null; soft_bounces: number }>(
    'select reason, soft_bounces from waitlist.suppressions',
  );

/** The id of an email that was sent. */
async function sentTo(database: Database, email: string): Promise<string> {
  await joinAll(database, [email]);
  const claimed = await mustClaim(database);
  await finish(database, claimed);
  return claimed.messageId;
}

const fixtures = readdirSync(folder).map((file) => {
  const name = file.replace('.json', '');
  return { name, provider: name.split('-')[0] as Provider };
});

it.for(fixtures)('$name is read as its file says, and its email is named', async ({ name, provider }) => {
  const { says }: Fixture = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const { body, headers } = calls[provider](textOf(name));
  const hook = openHooks(noDatabase, settings, fetch).byProvider[provider];
  const returned = await hook?.read({ body, header: (header) => headers[header] ?? '' });
  expect(returned).toMatchObject(says.map((verdict) => ({ verdict })));
  for (const { messageIds } of Array.isArray(returned) ? returned : [])
    expect(messageIds[0]).toBe(idOfFixtures);
});

it('without its setting a hook is not there, whatever is asked of it', async () => {
  const { app } = appWith();
  const { post } = appWith(openHooks(noDatabase, { postmark: settings.postmark }));
  for (const name of ['ses', 'resend', 'sendgrid', 'other']) {
    expect((await app.request(`/waitlist/hooks/${name}`)).status).toBe(404);
    expect((await app.request(`/waitlist/hooks/${name}`, { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await post(name, { body: '{}' })).status).toBe(404);
  }
  expect((await post('postmark', { body: '{}' })).status).toBe(401);
});

it.for(names)('%s: other methods than POST are refused', async (name) => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await closed().app.request(`/waitlist/hooks/${name}`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
});

it.for(names)('%s: a body of 5 MB is refused and not read to its end', async (name) => {
  const { post } = closed();
  const five = 5_000_000;
  const stated = await post(name, { body: 'a', headers: { 'content-length': `${five}` } });
  expect(stated.status).toBe(413);
  let read = 0;
  const chunk = new Uint8Array(10_000);
  const body = new ReadableStream({
    pull(controller) {
      read += chunk.length;
      if (read <= five) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const streamed = await post(name, { body, duplex: 'half' } as RequestInit);
  expect(streamed.status).toBe(413);
  expect(read).toBeLessThan(1_100_000);
});

it('SendGrid may send many events at once, the others only one', async () => {
  const filled = `[${' '.repeat(700_000)}]`;
  const { post } = closed();
  expect((await post('sendgrid', calls.sendgrid(filled))).status).toBe(200);
  for (const name of ['ses', 'postmark', 'resend'] as const)
    expect((await post(name, calls[name](filled))).status).toBe(413);
});

/** A call that is right, and says that an address is gone. */
const goneFixtures: Record<Provider, string> = {
  ses: 'ses-bounce-with-report',
  postmark: 'postmark-hard-bounce',
  resend: 'resend-bounced',
  sendgrid: 'sendgrid-dropped',
};

it.for(names)('%s: a call without its proof, or with another one, is refused', async (name) => {
  const { post } = closed();
  const stranger = makeProviders();
  const text = textOf(goneFixtures[name]);
  const right = calls[name](text);
  const changed = { ...right, body: right.body.replace('amina', 'khadija') };
  const foreign = stranger.calls[name](text);
  const wrong = name === 'postmark' ? [] : [changed];
  // The password of Postmark and the secret of Resend are the same for every test.
  if (name === 'ses' || name === 'sendgrid') wrong.push(foreign);
  for (const call of wrong) expect((await post(name, call)).status).toBe(401);
  for (const header of Object.keys(right.headers).filter((key) => !/content-type|x-amz/.test(key)))
    for (const value of ['', 'v1,', 'Basic', `Basic ${btoa('hook:guessed')}`, '1', '\u00ff'])
      expect((await post(name, { ...right, headers: { ...right.headers, [header]: value } })).status).toBe(
        401,
      );
});

it('a call that was signed too long ago, or too far ahead, is refused', async () => {
  const { post } = closed();
  const statusAfter = async (name: Provider, age: number) =>
    (await post(name, calls[name](textOf(goneFixtures[name]), { age }))).status;
  const minute = 60;
  const day = 24 * 60 * minute;
  for (const age of [6 * minute, -6 * minute, day]) expect(await statusAfter('resend', age)).toBe(401);
  for (const name of ['ses', 'sendgrid'] as const)
    for (const age of [3 * day, -3 * day]) expect(await statusAfter(name, age)).toBe(401);
});

test('what a provider tries again within its time is taken', async (database) => {
  const { send } = appOn(database);
  const hour = 3600;
  expect(await send('resend', textOf('resend-bounced'), { age: 240 })).toBe(200);
  expect(await send('ses', textOf('ses-bounce-with-report'), { age: hour })).toBe(200);
  expect(await send('sendgrid', textOf('sendgrid-example'), { age: 24 * hour })).toBe(200);
});

it('Amazon: another topic is refused, and nothing is loaded for it', async () => {
  const { post } = closed();
  asked.length = 0;
  const sns = { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:bounces' };
  expect((await post('ses', calls.ses('{}', { sns }))).status).toBe(403);
  expect(asked).toEqual([]);
});

it.for([
  'http://sns.eu-west-1.amazonaws.com/a.pem',
  'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem',
  'https://evil.example/sns.eu-west-1.amazonaws.com/a.pem',
  'https://sns.eu-west-1.amazonaws.com@evil.example/a.pem',
  'https://sns.eu-west-1.amazonaws.com:8443/a.pem',
  'https://evil.eu-west-1.amazonaws.com/a.pem',
  'https://bucket.s3.amazonaws.com/sns.pem',
  'https://sns.us-east-1.amazonaws.com/a.pem',
  'file:///etc/passwd',
  'no address',
])('Amazon: a certificate or a confirmation at %s is not loaded', async (url) => {
  const { post } = closed();
  asked.length = 0;
  expect((await post('ses', calls.ses('{}', { sns: { SigningCertURL: url } }))).status).toBe(401);
  expect(asked).toEqual([]);
  const sns = { Type: 'SubscriptionConfirmation', Token: 'token', SubscribeURL: url };
  expect((await post('ses', calls.ses('You have chosen to subscribe.', { sns }))).status).toBe(401);
  expect(asked).not.toContain(url);
});

it('Amazon: nothing but a certificate is loaded as one', async () => {
  const { post } = closed();
  asked.length = 0;
  for (const path of ['/?Action=GetEndpointAttributes', '/a.pem?a=b', '/a/b.pem', '/a.pem/b', '/']) {
    const sns = { SigningCertURL: `https://sns.eu-west-1.amazonaws.com${path}` };
    expect((await post('ses', calls.ses('{}', { sns }))).status).toBe(401);
  }
  expect(asked).toEqual([]);
});

// Signed by others: what follows the signature is no event, which shows that the signature was taken.
it('the examples that Svix and Twilio publish are taken, at their time', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const svix = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', sender: 'salam@bukoor.example' };
  const twilio =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA==';
  const key = createPublicKey({ key: Buffer.from(twilio, 'base64'), format: 'der', type: 'spki' });
  const { post } = appWith(openHooks(noDatabase, { resend: svix, sendgrid: key }));

  vi.useFakeTimers({ now: 1_614_265_330_000, toFake: ['Date'] });
  const ofSvix = {
    body: '{"test": 2432232314}',
    headers: {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': '1614265330',
      'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  };
  expect((await post('resend', ofSvix)).status).toBe(400);
  expect((await post('resend', { ...ofSvix, body: '{"test": 2432232315}' })).status).toBe(401);

  vi.setSystemTime(1_588_788_367_000);
  const ofTwilio = {
    body: '{"category":"example_payload","event":"test_event","message_id":"message_id"}',
    headers: {
      'x-twilio-email-event-webhook-timestamp': '1588788367',
      'x-twilio-email-event-webhook-signature':
        'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0=',
    },
  };
  expect((await post('sendgrid', ofTwilio)).status).toBe(400);
  expect((await post('sendgrid', { ...ofTwilio, body: 'payload' })).status).toBe(401);
});

it.for(['1', '2'])(
  'Amazon: signatures of version %s are taken, the certificate is loaded once',
  async (version) => {
    const { post } = closed();
    asked.length = 0;
    // Amazon SES gives its notifications no subject, and its events one.
    const subject = version === '1' ? undefined : 'Amazon SES Email Event Notification';
    const sns = { SignatureVersion: version, Subject: subject };
    for (const name of ['ses-delivery', 'ses-not-spam'])
      expect((await post('ses', calls.ses(textOf(name), { sns }))).status).toBe(200);
    expect(asked).toHaveLength(1);
    // Signed by the one and called the other.
    const { body, headers } = calls.ses(textOf('ses-delivery'), { sns });
    const other = body.replace(
      `"SignatureVersion":"${version}"`,
      `"SignatureVersion":"${3 - Number(version)}"`,
    );
    expect((await post('ses', { body: other, headers })).status).toBe(401);
  },
);

it('Amazon: the subscription to our topic is confirmed, and is no event', async () => {
  const { post } = closed();
  asked.length = 0;
  const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37';
  const sns = { Type: 'SubscriptionConfirmation', Token: '2336412f37', SubscribeURL: url };
  expect((await post('ses', calls.ses('You have chosen to subscribe.', { sns }))).status).toBe(200);
  expect(asked).toEqual([expect.stringMatching(/\.pem$/), url]);
  const sentence = 'Successfully validated SNS topic for Amazon SES event publishing.';
  expect((await post('ses', calls.ses(sentence))).status).toBe(200);
  expect(
    (await post('ses', calls.ses('', { sns: { ...sns, Type: 'UnsubscribeConfirmation' } }))).status,
  ).toBe(200);
  expect(asked).toHaveLength(2);
});

it('Amazon: in China and in other parts of AWS the host is theirs', async () => {
  const china = 'arn:aws-cn:sns:cn-north-1:123456789012:bounces';
  const { post } = appWith(openHooks(noDatabase, { ses: china }, fetch));
  for (const [host, status] of [
    ['sns.cn-north-1.amazonaws.com', 401],
    ['sns.cn-north-1.amazonaws.com.cn', 500],
  ] as const) {
    // There the test has no certificate: it shows that this one is asked for.
    const sns = { TopicArn: china, SigningCertURL: `https://${host}/a.pem` };
    expect((await post('ses', calls.ses('{}', { sns }))).status).toBe(status);
  }
});

it('Amazon tries again if its certificate cannot be loaded', async () => {
  const away = async () => new Response('', { status: 503 });
  const { post, logged } = appWith(openHooks(noDatabase, settings, away));
  expect((await post('ses', calls.ses(textOf('ses-complaint')))).status).toBe(500);
  expect(logged.join()).not.toMatch(/amina|arn:aws/);
});

it.for(names)('%s: a signed body that is not JSON, or has other fields, is malformed', async (name) => {
  const { post } = closed();
  const texts = ['{"a":', '{}', '[null]', 'null', '"text"', '{"type":5,"event":5}'];
  const statuses = await Promise.all(texts.map(async (text) => (await post(name, calls[name](text))).status));
  // In a message of Amazon SNS a text that is no object is a sentence, and no event.
  const isSentence = (text: string) => name === 'ses' && !text.startsWith('{');
  expect(statuses).toEqual(texts.map((text) => (isSentence(text) ? 200 : 400)));
  if (name === 'ses') expect((await post(name, { body: '{' })).status).toBe(400);
});

it.for(names)('%s: while the database is away the provider is told to try again', async (name) => {
  const away = { query: () => Promise.reject(new DatabaseUnavailable('no disk')) } as unknown as Database;
  const { post } = appWith(openHooks(away, settings, fetch));
  const response = await post(name, calls[name](textOf(goneFixtures[name])));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});

for (const name of names) {
  test(`${name}: the same event five times ends the address once`, async (database) => {
    const { send, logged } = appOn(database);
    const id = await sentTo(database, 'amina@one.example');
    const text = textOf(name === 'sendgrid' ? 'sendgrid-example' : goneFixtures[name], id);
    for (let times = 0; times < 5; times += 1) expect(await send(name, text)).toBe(200);
    expect(await countsOf(database)).toHaveLength(1);
    const outcomes = logged.map((line) => JSON.parse(line).outcome);
    expect(outcomes[0]).toContain(`${name}: suppressed`);
    expect(outcomes.slice(1)).toEqual(Array(4).fill(`${name}: repeated`));
  });

  test(`${name}: an email that is not ours changes nothing`, async (database) => {
    const { send } = appOn(database);
    await sentTo(database, 'amina@one.example');
    expect(await send(name, textOf(goneFixtures[name], 'f'.repeat(32)))).toBe(200);
    expect(await countsOf(database)).toEqual([]);
  });

  test(`${name}: the log names neither a person nor a secret`, async (database) => {
    const { send, logged } = appOn(database);
    const id = await sentTo(database, 'amina@one.example');
    for (const fixture of fixtures.filter(({ provider }) => provider === name)) {
      await send(name, textOf(fixture.name, id));
      await send(name, textOf(fixture.name, id).replace(/"[}\]]/, '"'));
      await send(name, textOf(fixture.name, id), { age: 1_000_000 });
    }
    expect(logged.length).toBeGreaterThan(5);
    expect(logged.join('\n')).not.toMatch(/amina|one\.example|whsec|password|arn:aws|signature/i);
  });
}

test('three bounces of a full mailbox end emails to it; a blocklist ends none', async (database) => {
  const { send } = appOn(database);
  const counts = [];
  for (let emails = 0; emails < 3; emails += 1) {
    const id = await sentTo(database, 'amina@one.example');
    expect(await send('ses', textOf('ses-blocklist', id))).toBe(200);
    expect(await send('ses', textOf('ses-away', id))).toBe(200);
    expect(await send('ses', textOf('ses-mailbox-full', id))).toBe(200);
    counts.push(...(await countsOf(database)));
    await later(database, '1 day');
  }
  expect(counts).toMatchObject([
    { reason: null, soft_bounces: 1 },
    { reason: null, soft_bounces: 2 },
    { reason: 'bounce', soft_bounces: 3 },
  ]);
});

for (const [name, fixture] of [
  ['ses', 'ses-complaint'],
  ['postmark', 'postmark-spam-complaint'],
  ['resend', 'resend-complained'],
  ['sendgrid', 'sendgrid-example'],
] as const)
  test(`${name}: a person who complains is off the list`, async (database) => {
    const id = await sentTo(database, 'amina@one.example');
    expect(await appOn(database).send(name, textOf(fixture, id))).toBe(200);
    expect(await countsOf(database)).toMatchObject([{ reason: 'complaint' }]);
    expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'left' }]);
  });

test('an email that Amazon, Postmark or SendGrid names in another way than ours changes nothing', async (database) => {
  const { send } = appOn(database);
  await sentTo(database, 'amina@one.example');
  for (const name of ['ses', 'postmark', 'sendgrid'] as const)
    expect(await send(name, textOf(goneFixtures[name], 'another-name'))).toBe(200);
  expect(await countsOf(database)).toEqual([]);
});

/** Resend's event about an email that it does not name as we do. */
const unnamed = (changes: object) => {
  const event = JSON.parse(textOf('resend-bounced'));
  const at = new Date().toISOString();
  return JSON.stringify({
    ...event,
    created_at: at,
    data: { ...event.data, message_id: '<111-222-333@email.example.com>' },
    ...changes,
  });
};

const bouncedIds = async (database: Database) =>
  (
    await database.query<{ id: string }>(
      `select replace(message_id::text, '-', '') as id from waitlist.outbox where bounced is not null`,
    )
  ).map(({ id }) => id);

test('Resend: a bounce without our id counts for the latest email to its recipient', async (database) => {
  const { send } = appOn(database);
  const first = await sentTo(database, 'Amina@One.example');
  await later(database, '2 days');
  const second = await sentTo(database, 'amina@one.example');
  await sentTo(database, 'khadija@one.example');
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  for (let times = 0; times < 3; times += 1)
    expect(await send('resend', unnamed({ created_at: dayAgo }))).toBe(200);
  expect(await bouncedIds(database)).toEqual([first]);
  expect(await send('resend', unnamed({}))).toBe(200);
  expect((await bouncedIds(database)).toSorted()).toEqual([first, second].toSorted());
});

test('Resend: other emails of the same account, and those to several people, are not ours', async (database) => {
  const { send } = appOn(database);
  await sentTo(database, 'amina@one.example');
  const { data } = JSON.parse(unnamed({}));
  for (const other of [
    { from: 'Shop <shop@bukoor.example>' },
    { from: undefined },
    { to: ['amina@one.example', 'khadija@one.example'] },
    { to: [] },
    { to: ['nobody@one.example'] },
    { to: ['no address'] },
  ])
    expect(await send('resend', unnamed({ data: { ...data, ...other } }))).toBe(200);
  expect(await countsOf(database)).toEqual([]);
});
