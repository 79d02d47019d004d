import { z } from 'zod';
import type { DatabaseOptions } from '../database/database.ts';
import { readPostgresAddress } from '../database/postgres-address.ts';
import type { Sender } from '../mail/compose.ts';
import type { HookSettings } from '../mail/hooks/open-hooks.ts';
import { readSmtpAddress, type SmtpAddress } from '../mail/smtp-address.ts';
import type { Trust } from '../system/encryption.ts';
import { reasonOf } from '../system/reason-of.ts';
import { databaseFields, settingFields } from './setting-fields.ts';

/** The values of all settings, checked one by one. */
export type SettingValues = z.output<z.ZodObject<typeof settingFields>>;
type DatabaseValues = z.output<z.ZodObject<typeof databaseFields>>;

export type SettingName = keyof SettingValues;

/** How an error message names the settings. A function on a hosted Supabase has other names for some. */
export interface SettingNaming {
  nameOf(setting: SettingName): string;
  /** The paper that lists them. */
  manual: string;
}

const serverNaming: SettingNaming = { nameOf: (setting) => setting, manual: '.env.example' };

const trustOf = ({ PRIVATE_HOSTS, CA_FILE }: DatabaseValues): Trust => ({
  privateHosts: PRIVATE_HOSTS,
  certificates: CA_FILE,
});

/** Checks whether DATABASE_URL may be used. That depends on PRIVATE_HOSTS. */
export const checkDatabaseUrl =
  ({ nameOf }: SettingNaming): z.core.CheckFn<DatabaseValues> =>
  ({ value, issues }) => {
    if (value.DATABASE_URL === undefined) return;
    try {
      readPostgresAddress(value.DATABASE_URL, trustOf(value), nameOf('DATABASE_URL'));
    } catch (error) {
      issues.push({ code: 'custom', path: [], message: reasonOf(error), input: undefined });
    }
  };

/** Checks each setting that depends on another one. */
export const checkTogether =
  ({ nameOf }: SettingNaming): z.core.CheckFn<SettingValues> =>
  ({ value, issues }) => {
    const refuse = (setting: SettingName, message: string) =>
      issues.push({ code: 'custom', path: [setting], message, input: undefined });
    /** Requires a setting if another one is there. */
    function need(setting: SettingName, other: SettingName, why = ''): void {
      const isMissing = value[other] !== undefined && value[setting] === undefined;
      if (isMissing) refuse(setting, `is required with ${nameOf(other)}${why}`);
    }
    if (value.METRICS_PORT === value.PORT && value.PORT !== 0)
      refuse('METRICS_PORT', `must be another port than ${nameOf('PORT')}`);
    need('MAIL_FROM', 'SMTP_URL', ': the address that emails come from');
    need('SITE_URL', 'SMTP_URL', ': the links in emails lead there');
    need('SMTP_URL', 'DIGEST_TO', ': the daily news is sent through it');
    need('MAIL_FROM', 'HOOK_RESEND_SECRET', ': only bounces of its emails are ours');
    need('DKIM_KEY_FILE', 'DKIM_SELECTOR');
    need('DKIM_SELECTOR', 'DKIM_KEY_FILE');
  };

/** @throws Error naming every setting that is wrong, never its value: an address may hold a password */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.Dict<string>,
  { nameOf, manual }: SettingNaming,
): z.output<Schema> {
  // An empty line in a .env file means "not set".
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => {
    const names = path.map((setting) => nameOf(setting as SettingName));
    return `  ${[...names, message].join(' ')}`;
  });
  throw new Error(`These settings need correcting (see ${manual}):\n${faults.join('\n')}`);
}

/** How emails are sent. */
interface MailSettings {
  smtp: SmtpAddress;
  sender: Sender;
  /** Undefined if the founder gets no digest. */
  digestTo: string | undefined;
}

function mailSettings(values: SettingValues): MailSettings | undefined {
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

function hookSettings(values: SettingValues): HookSettings | undefined {
  const { HOOK_RESEND_SECRET: secret, MAIL_FROM: sender } = values;
  const hooks: HookSettings = {
    ses: values.HOOK_SES_TOPIC,
    postmark: values.HOOK_POSTMARK_PASSWORD,
    resend: secret && sender ? { secret, sender } : undefined,
    sendgrid: values.HOOK_SENDGRID_KEY,
  };
  return Object.values(hooks).some((hook) => hook !== undefined) ? hooks : undefined;
}

/** The settings under the names and in the groups that the code uses. URLs have no slash at their end. */
export interface Settings {
  port: number;
  host: string;
  database: DatabaseSettings;
  siteUrl: string | undefined;
  /** Other than the site's own. */
  allowedOrigins: string[];
  anonKey: string;
  /** Undefined if the site's own server is the back end. */
  backendUrl: string | undefined;
  /** How many proxies stand in front; their X-Forwarded-For and X-Request-Id are trusted. */
  trustedProxies: number;
  logLevel: SettingValues['LOG_LEVEL'];
  /** Undefined if the metrics are not served. */
  metricsPort: number | undefined;
  /** Undefined without SMTP_URL: then emails wait in the outbox. */
  mail: MailSettings | undefined;
  /** The secret that calls the mail function on a hosted Supabase. */
  mailFunctionKey: string | undefined;
  /** Undefined if no provider reports bounces. */
  hooks: HookSettings | undefined;
}

/** Parses the server's environment. Throws as parseSettings does. */
export function readSettings(env: NodeJS.Dict<string>): Settings {
  const schema = z.object(settingFields).check(checkDatabaseUrl(serverNaming), checkTogether(serverNaming));
  return settingsOf(parseSettings(schema, env, serverNaming));
}

/** Puts the values of all settings into their groups. */
export function settingsOf(values: SettingValues): Settings {
  return {
    port: values.PORT,
    host: values.HOST,
    database: databaseSettings(values),
    siteUrl: values.SITE_URL,
    allowedOrigins: values.ALLOWED_ORIGINS,
    anonKey: values.BACKEND_ANON_KEY,
    backendUrl: values.VITE_BACKEND_URL,
    trustedProxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    mail: mailSettings(values),
    mailFunctionKey: values.MAIL_FUNCTION_KEY,
    hooks: hookSettings(values),
  };
}

/** Where the list is. With a `databaseUrl`, `dataDir` may hold an embedded list that was left. */
export type DatabaseSettings = DatabaseOptions & { dataDir: string };

/** Parses only the database's settings, so that a mistake in another does not stop a command. Throws as parseSettings does. */
export function readDatabaseSettings(env: NodeJS.Dict<string>): DatabaseSettings {
  const schema = z.object(databaseFields).check(checkDatabaseUrl(serverNaming));
  return databaseSettings(parseSettings(schema, env, serverNaming));
}

function databaseSettings(values: DatabaseValues): DatabaseSettings {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = values;
  const trust = trustOf(values);
  return databaseUrl === undefined ? { dataDir, trust } : { dataDir, databaseUrl, trust };
}
