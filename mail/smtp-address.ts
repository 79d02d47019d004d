import type { ConnectionOptions } from 'node:tls';
import { type Trust, tlsOptions, usualTrust, whyPlainIsFine } from '../system/encryption.ts';

/** The mail server and how to connect to it, from SMTP_URL. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  /** Whether a connection that STARTTLS cannot upgrade is refused. */
  requireTLS: boolean;
  /** Without it only the usual certificates are trusted. */
  tls?: ConnectionOptions;
  auth?: { user: string; pass: string };
}

/**
 * Parses smtp://user:password@host:port or smtps://…; undefined for anything else. The default ports are 587 and 465. TLS is
 * required where it is for every connection.
 */
export function readSmtpAddress(text: string, trust: Trust = usualTrust): SmtpAddress | undefined {
  const url = URL.parse(text);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search)) return;
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  try {
    return {
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && whyPlainIsFine(host, trust) === undefined,
      tls: tlsOptions('checked', trust),
      ...(url.username && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
    };
  } catch {
    return undefined;
  }
}
