/** The mail server and how to connect to it, from SMTP_URL. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  /** Whether a connection that STARTTLS cannot upgrade is refused: for smtp, except to this machine, where nobody can listen in. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
}

/** Parses smtp://user:password@host:port or smtps://…; undefined for anything else. The default ports are 587 and 465. */
export function readSmtpAddress(text: string): SmtpAddress | undefined {
  const url = URL.parse(text);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search)) return;
  const secure = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname),
      ...(url.username && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
    };
  } catch {
    return undefined;
  }
}
