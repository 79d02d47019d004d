import { z } from 'zod';
import type { DatabaseOptions } from '../database/database.ts';
import { checkMailSettings, type MailSettings, mailFields, mailSettings } from './mail-settings.ts';
import { parseOrigins } from './parse-origins.ts';

type Environment = Record<string, string | undefined>;

/** The default of a fresh clone, for the browser's client and the server alike. A public key: it guards nothing. */
export const localAnonKey = 'sb_publishable_bukoor_local';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const notAPort = 'must be a port number from 0 to 65535';
const port = z
  .string()
  .regex(/^\d{1,5}$/, notAPort)
  .transform(Number)
  .refine((number) => number <= 65_535, notAPort);

const proxyCount = z
  .string()
  .regex(/^(\d|10)$/, 'must be the number of proxies in front of the server, 0 to 10')
  .transform(Number);

const webAddress = z.string().transform((text, context) => {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash) {
    return url.href.replace(/\/+$/, '');
  }
  context.addIssue({ code: 'custom', message: 'must be a web address such as https://example.org' });
  return z.NEVER;
});

const origins = z.string().transform((text, context) => {
  const read = parseOrigins(text);
  if (read) return read;
  context.addIssue({
    code: 'custom',
    message: 'must be origins such as https://example.org, without a path, with commas between them',
  });
  return z.NEVER;
});

const databaseAddress = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'must be a PostgreSQL address such as postgresql://user:password@host:5432/name',
  );

const databaseFields = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
};

const fields = {
  ...databaseFields,
  ...mailFields,
  PORT: port.default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address of this machine such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  SITE_URL: webAddress.optional(),
  ALLOWED_ORIGINS: origins.default([]),
  BACKEND_ANON_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a key of letters, digits, dots, dashes and underscores')
    .default(localAnonKey),
  VITE_BACKEND_URL: webAddress.optional(),
  TRUST_PROXY: proxyCount.default(0),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  METRICS_PORT: port.optional(),
};

/** The environment names of every setting, for .env.example and the operations guide to be checked against. */
export const settingNames = Object.keys(fields);

export interface Settings {
  port: number;
  host: string;
  database: DatabaseOptions;
  siteUrl: string | undefined;
  /** Other than the site's own. */
  allowedOrigins: string[];
  anonKey: string;
  backendUrl: string | undefined;
  /** How many proxies stand in front; their X-Forwarded-For and X-Request-Id are trusted. */
  trustedProxies: number;
  logLevel: (typeof logLevels)[number];
  metricsPort: number | undefined;
  /** Undefined without SMTP_URL: then emails wait in the outbox. */
  mail: MailSettings | undefined;
}

/** An empty line in a .env file means "not set". */
function withoutEmptyValues(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}

function parse<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const result = schema.safeParse(withoutEmptyValues(env));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
  throw new Error(`These settings need correcting (see .env.example):\n${problems.join('\n')}`);
}

const checkPorts: z.core.CheckFn<{ PORT: number; METRICS_PORT?: number | undefined }> = ({
  value,
  issues,
}) => {
  if (value.METRICS_PORT !== value.PORT || value.PORT === 0) return;
  const message = 'must be another port than PORT';
  issues.push({ code: 'custom', path: ['METRICS_PORT'], message, input: value.METRICS_PORT });
};

function databaseSettings(values: { DATA_DIR: string; DATABASE_URL?: string | undefined }): DatabaseOptions {
  return {
    dataDir: values.DATA_DIR,
    ...(values.DATABASE_URL === undefined ? {} : { databaseUrl: values.DATABASE_URL }),
  };
}

/**
 * Parses the server's environment.
 * @throws Error naming every setting that is wrong, never its value: an address may hold a password
 */
export function readSettings(env: Environment): Settings {
  const values = parse(z.object(fields).check(checkPorts).check(checkMailSettings), env);
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
  };
}

/** Parses only the database's settings, so that a mistake in another does not stop a command. Throws as readSettings. */
export function readDatabaseSettings(env: Environment): DatabaseOptions {
  return databaseSettings(parse(z.object(databaseFields), env));
}
