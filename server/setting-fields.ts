import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { readSmtpAddress } from '../mail/smtp-address.ts';
import { parseHosts } from '../system/encryption.ts';
import { readTextFile, UnreadableFile } from '../system/text-file.ts';
import { parseOrigins } from './cross-origin.ts';

/** The default of a fresh clone, for the browser's client and the server alike. A public key: it guards nothing. */
export const localAnonKey = 'sb_publishable_bukoor_local';

/** The key of the function that sends. deploy/supabase.sh has the same pattern. */
export const mailFunctionKeyPattern = /^[A-Za-z0-9_-]{32,}$/;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** A setting that `read` parses. It returns undefined for a wrong value. */
const readBy = <Value>(read: (text: string) => Value | undefined, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/**
 * A setting whose value is the content of a file, because a function on a hosted Supabase has no files.
 * @param check throws if the text is wrong
 */
const textOf = (check: (text: string) => void, content: string) =>
  readBy((text) => {
    try {
      check(text);
      return text;
    } catch {
      return undefined;
    }
  }, `must be ${content}`);

/**
 * A setting that names a text file. Its value is the content of that file.
 * @param check throws if the text is wrong
 */
const fileOf = (check: (text: string) => void, content: string) =>
  z.string().transform((file, context) => {
    const message = `must be the name of a file with ${content}`;
    try {
      const text = readTextFile(file);
      check(text);
      return text;
    } catch (error) {
      // The reason why a file cannot be read helps. OpenSSL's message about a key does not.
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

/** The settings that say where the list is. */
export const databaseFields = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: readBy(
    (text) => (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined),
    'must be a PostgreSQL address such as postgresql://user:password@host:5432/name',
  ).optional(),
  ...trustFields,
};

/** All settings, by their environment names. */
export const settingFields = {
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
    mailFunctionKeyPattern,
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

/** The settings of a function on a hosted Supabase: those that name files hold the content instead. */
export const functionFields = {
  ...settingFields,
  CA_FILE: textOf(checkCertificate, 'a certificate in PEM').optional(),
  DKIM_KEY_FILE: textOf(checkRsaKey, 'an RSA private key in PEM').optional(),
};

/** The environment names of all settings. Tests compare .env.example and the operations guide with them. */
export const settingNames = Object.keys(settingFields) as (keyof typeof settingFields)[];
