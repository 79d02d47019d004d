import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { type DatabaseOptions, reasonOf } from '../database/database.ts';
import { readPostgresAddress } from '../database/postgres-address.ts';
import type { HookSettings } from '../mail/hooks/open-hooks.ts';
import { readSmtpAddress } from '../mail/smtp-address.ts';
import { parseHosts, type Trust, whyPlainIsFine } from '../system/encryption.ts';
import { readTextFile, UnreadableFile } from '../system/text-file.ts';
import { parseOrigins } from './cross-origin.ts';

/** The default of a fresh clone, for the browser's client and the server alike. A public key: it guards nothing. */
export const localAnonKey = 'sb_publishable_bukoor_local';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** A setting that `read` understands: it returns undefined for what is wrong. */
const readBy = <Value>(read: (text: string) => Value | undefined, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A setting that is a text itself, which `check` accepts or throws about: a function on a hosted Supabase has no files. */
const textOf = (check: (text: string) => void, content: string) =>
  readBy((text) => {
    try {
      check(text);
      return text;
    } catch {
      return undefined;
    }
  }, `must be ${content}`);

/** A setting that names a text file, whose content `check` accepts or throws about. Its value is that content. */
const fileOf = (check: (text: string) => void, content: string) =>
  z.string().transform((file, context) => {
    const message = `must be the name of a file with ${content}`;
    try {
      const text = readTextFile(file);
      check(text);
      return text;
    } catch (error) {
      // What OpenSSL says of a key explains nothing; why a file cannot be read does.
      const why = error instanceof UnreadableFile ? `. ${error.message}` : '';
      context.addIssue({ code: 'custom', message: message + why });
      return z.NEVER;
    }
  });

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message);

const port = readBy(
  (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  'must be a port number from 0 to 65535',
);

const webAddress = readBy((text) => {
  const url = URL.parse(text);
  const isSite =
    url && /^https?:$/.test(url.protocol) && !(url.username + url.password + url.search + url.hash);
  return isSite ? url.href.replace(/\/+$/, '') : undefined;
}, 'must be a web address such as https://example.org');

const mailAddress = matching(
  /^[\w.+-]+@([a-z\d-]+\.)+[a-z\d-]+$/i,
  'must be an email address alone, such as salam@example.org',
);

/** RSA, because every receiver checks it and nodemailer signs with it. */
function checkRsaKey(text: string): void {
  if (createPrivateKey(text).asymmetricKeyType !== 'rsa') throw new Error('This is no RSA key.');
}

function checkCertificate(text: string): void {
  new X509Certificate(text);
}

/** The key as SendGrid shows it: PEM without its first and last line. */
function readSendgridKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** How the connections to the PostgreSQL and to the mail server are encrypted. */
const trustFields = {
  PRIVATE_HOSTS: readBy(
    parseHosts,
    'must be names of hosts or IP addresses in a private network of yours, with commas between them',
  ).default([]),
  CA_FILE: fileOf(checkCertificate, 'a certificate in PEM').optional(),
};

const databaseFields = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: readBy(
    (text) => (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined),
    'must be a PostgreSQL address such as postgresql://user:password@host:5432/name',
  ).optional(),
  ...trustFields,
};

const fields = {
  ...databaseFields,
  PORT: port.default(3000),
  HOST: matching(/^[\w.:-]+$/, 'must be an address of this machine such as 127.0.0.1 or 0.0.0.0').default(
    '127.0.0.1',
  ),
  SITE_URL: webAddress.optional(),
  ALLOWED_ORIGINS: readBy(
    parseOrigins,
    'must be origins such as https://example.org, without a path, with commas between them',
  ).default([]),
  BACKEND_ANON_KEY: matching(
    /^[\w.-]+$/,
    'must be a key of letters, digits, dots, dashes and underscores',
  ).default(localAnonKey),
  VITE_BACKEND_URL: webAddress.optional(),
  TRUST_PROXY: matching(/^(\d|10)$/, 'must be the number of proxies in front of the server, 0 to 10')
    .transform(Number)
    .default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  METRICS_PORT: port.optional(),
  SMTP_URL: readBy(
    (text) => (readSmtpAddress(text) ? text : undefined),
    'must be a mail server such as smtp://user:password@host:587 or smtps://user:password@host:465',
  ).optional(),
  MAIL_FROM: mailAddress.optional(),
  DIGEST_TO: mailAddress.optional(),
  DKIM_SELECTOR: matching(/^[a-z\d.-]+$/i, 'must be a name of letters, digits, dots and dashes').optional(),
  DKIM_KEY_FILE: fileOf(checkRsaKey, 'an RSA private key in PEM').optional(),
  MAIL_FUNCTION_KEY: matching(
    /^[\w-]{32,}$/,
    'must be at least 32 letters, digits, dashes and underscores',
  ).optional(),
  HOOK_SES_TOPIC: matching(
    /^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]+$/,
    'must be the ARN of an SNS topic such as arn:aws:sns:eu-west-1:123456789012:bounces',
  ).optional(),
  HOOK_POSTMARK_PASSWORD: matching(
    /^[\w-]{20,}$/,
    'must be at least 20 letters, digits, dashes and underscores',
  ).optional(),
  HOOK_RESEND_SECRET: matching(
    /^whsec_[a-z\d+/]{16,}=*$/i,
    'must be the signing secret of the webhook, which begins with whsec_',
  ).optional(),
  HOOK_SENDGRID_KEY: readBy(
    readSendgridKey,
    'must be the verification key of the signed event webhook, which begins with MFkw',
  ).optional(),
};

/** The environment names of every setting, for .env.example and the operations guide to be checked against. */
export const settingNames = Object.keys(fields);

type Values = z.output<z.ZodObject<typeof fields>>;
type DatabaseValues = z.output<z.ZodObject<typeof databaseFields>>;

const trustOf = ({ PRIVATE_HOSTS, CA_FILE }: DatabaseValues): Trust => ({
  privateHosts: PRIVATE_HOSTS,
  certificates: CA_FILE,
});

/** Whether DATABASE_URL may be used depends on PRIVATE_HOSTS. */
const checkDatabaseUrl: z.core.CheckFn<DatabaseValues> = ({ value, issues }) => {
  if (value.DATABASE_URL === undefined) return;
  try {
    readPostgresAddress(value.DATABASE_URL, trustOf(value));
  } catch (error) {
    issues.push({ code: 'custom', path: [], message: reasonOf(error), input: undefined });
  }
};

/** Each setting that is wrong or missing beside another one. */
const checkTogether: z.core.CheckFn<Values> = ({ value, issues }) => {
  const refuse = (name: keyof Values, message: string) =>
    issues.push({ code: 'custom', path: [name], message, input: undefined });
  const need = (name: keyof Values, by: keyof Values, why = '') => {
    if (value[by] !== undefined && value[name] === undefined) refuse(name, `must be set with ${by}${why}`);
  };
  if (value.METRICS_PORT === value.PORT && value.PORT !== 0)
    refuse('METRICS_PORT', 'must be another port than PORT');
  need('MAIL_FROM', 'SMTP_URL', ': the address that emails come from');
  need('SITE_URL', 'SMTP_URL', ': the links in emails lead there');
  need('SMTP_URL', 'DIGEST_TO', ': the news go by it');
  need('MAIL_FROM', 'HOOK_RESEND_SECRET', ': only bounces of its emails are ours');
  need('DKIM_KEY_FILE', 'DKIM_SELECTOR');
  need('DKIM_SELECTOR', 'DKIM_KEY_FILE');
};

function parse<Schema extends z.ZodType>(schema: Schema, env: NodeJS.Dict<string>): z.output<Schema> {
  // An empty line in a .env file means "not set".
  const result = schema.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())),
  );
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${[...path, message].join(' ')}`);
  throw new Error(`These settings need correcting (see .env.example):\n${problems.join('\n')}`);
}

function mailSettings(values: Values) {
  const smtp = values.SMTP_URL === undefined ? undefined : readSmtpAddress(values.SMTP_URL, trustOf(values));
  const { MAIL_FROM: from, SITE_URL: siteUrl, DIGEST_TO: digestTo } = values;
  const { DKIM_SELECTOR: keySelector, DKIM_KEY_FILE: privateKey } = values;
  if (smtp === undefined || from === undefined || siteUrl === undefined) return undefined;
  const dkim = keySelector && privateKey ? { keySelector, privateKey } : undefined;
  const viaPostmark = values.HOOK_POSTMARK_PASSWORD !== undefined;
  return {
    smtp,
    sender: { from, siteUrl, backendUrl: values.VITE_BACKEND_URL, dkim, viaPostmark },
    digestTo,
  };
}

function hookSettings(values: Values): HookSettings | undefined {
  const { HOOK_RESEND_SECRET: secret, MAIL_FROM: sender } = values;
  const hooks: HookSettings = {
    ses: values.HOOK_SES_TOPIC,
    postmark: values.HOOK_POSTMARK_PASSWORD,
    resend: secret && sender ? { secret, sender } : undefined,
    sendgrid: values.HOOK_SENDGRID_KEY,
  };
  return Object.values(hooks).some((hook) => hook !== undefined) ? hooks : undefined;
}

export type Settings = ReturnType<typeof readSettings>;

/**
 * Parses the server's environment.
 * @throws Error naming every setting that is wrong, never its value: an address may hold a password
 */
export const readSettings = (env: NodeJS.Dict<string>) =>
  settingsOf(parse(z.object(fields).check(checkDatabaseUrl, checkTogether), env));

function settingsOf(values: Values) {
  return {
    port: values.PORT,
    host: values.HOST,
    database: databaseOptions(values),
    siteUrl: values.SITE_URL,
    /** Other than the site's own. */
    allowedOrigins: values.ALLOWED_ORIGINS,
    anonKey: values.BACKEND_ANON_KEY,
    backendUrl: values.VITE_BACKEND_URL,
    /** How many proxies stand in front; their X-Forwarded-For and X-Request-Id are trusted. */
    trustedProxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    /** Undefined without SMTP_URL: then emails wait in the outbox. */
    mail: mailSettings(values),
    /** With which the function that sends is called, on a hosted Supabase. */
    mailFunctionKey: values.MAIL_FUNCTION_KEY,
    /** Undefined if no provider reports bounces. */
    hooks: hookSettings(values),
  };
}

/** What a server reads from files has other names in a function. */
const nameInFunction: Readonly<Record<string, string>> = {
  CA_FILE: 'CA_CERTIFICATE',
  DKIM_KEY_FILE: 'DKIM_KEY',
  DATABASE_URL: 'WAITLIST_DATABASE_URL',
};

const functionFields = {
  ...fields,
  CA_FILE: textOf(checkCertificate, 'a certificate in PEM').optional(),
  DKIM_KEY_FILE: textOf(checkRsaKey, 'an RSA private key in PEM').optional(),
};

/** Supabase closes the other ports of mail servers to its functions. */
const checkPort: z.core.CheckFn<Values> = ({ value: { SMTP_URL, PRIVATE_HOSTS }, issues }) => {
  const smtp = SMTP_URL === undefined ? undefined : readSmtpAddress(SMTP_URL);
  if (!smtp || ![25, 587].includes(smtp.port)) return;
  if (whyPlainIsFine(smtp.host, { privateHosts: PRIVATE_HOSTS }) !== undefined) return;
  const message = `must begin with smtps:// and have port 465: Supabase lets its functions reach no mail server on port ${smtp.port}`;
  issues.push({ code: 'custom', path: ['SMTP_URL'], message, input: undefined });
};

const secretsOfAll = ['DATABASE_URL', 'PRIVATE_HOSTS', 'CA_FILE', 'SITE_URL', 'ALLOWED_ORIGINS'];

/** What each function reads beside these: a mistake in what another one needs must not stop it. */
const secretsOf = {
  'enhanced-waitlist': ['BACKEND_ANON_KEY'],
  'waitlist-links': settingNames.filter((name) => name.startsWith('HOOK_') || name === 'MAIL_FROM'),
  'waitlist-mail': [
    'MAIL_FUNCTION_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'DIGEST_TO',
    'DKIM_SELECTOR',
    'DKIM_KEY_FILE',
    'VITE_BACKEND_URL',
    'HOOK_POSTMARK_PASSWORD',
  ],
};

/**
 * Parses the secrets of a function on a hosted Supabase. Its own come first; the others Supabase sets in every function.
 * @throws Error naming every one that is wrong, never its value
 */
export function readFunctionSettings(name: keyof typeof secretsOf, env: NodeJS.Dict<string>) {
  const given: NodeJS.Dict<string> = {
    ...env,
    CA_FILE: env.CA_CERTIFICATE,
    DKIM_KEY_FILE: env.DKIM_KEY,
    DATABASE_URL: env.WAITLIST_DATABASE_URL || env.SUPABASE_DB_URL,
    VITE_BACKEND_URL: env.VITE_BACKEND_URL || env.SUPABASE_URL,
    BACKEND_ANON_KEY: env.BACKEND_ANON_KEY || env.SUPABASE_ANON_KEY,
  };
  const names = [...secretsOfAll, ...secretsOf[name]];
  const own = Object.fromEntries(names.map((each) => [each, given[each]]));
  try {
    const settings = settingsOf(
      parse(z.object(functionFields).check(checkDatabaseUrl, checkTogether, checkPort), own),
    );
    const { siteUrl } = settings;
    if (siteUrl === undefined) throw new Error('The function needs the secret SITE_URL.');
    return { ...settings, siteUrl };
  } catch (error) {
    const named = reasonOf(error).replace(/\b[A-Z_]{5,}\b/g, (each) => nameInFunction[each] ?? each);
    throw new Error(named.replace(' (see .env.example)', ' (see deploy/supabase.md)'));
  }
}

/** Both may be there: a list in PostgreSQL, and a folder that an embedded one has left. */
export type DatabaseSettings = DatabaseOptions & { dataDir: string };

/** Parses only the database's settings, so that a mistake in another does not stop a command. Throws as readSettings. */
export function readDatabaseSettings(env: NodeJS.Dict<string>): DatabaseSettings {
  return databaseOptions(parse(z.object(databaseFields).check(checkDatabaseUrl), env));
}

const databaseOptions = (values: DatabaseValues): DatabaseSettings =>
  ({
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    trust: trustOf(values),
  }) as DatabaseSettings;
