/** Where and how emails are handed over, as SMTP_URL says it. */
export interface SmtpAddress {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); else the connection is upgraded by STARTTLS, or there is no sending. */
  secure: boolean;
  /** False on this machine's own loopback only: there nobody listens in. */
  requireTLS: boolean;
  user?: string;
  password?: string;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reads smtp://user:password@host:port or smtps://…; undefined for what is neither. The ports by default are 587 and 465. */
export function readSmtpAddress(text: string): SmtpAddress | undefined {
  const url = URL.parse(text);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname + url.search)) return;
  const secure = url.protocol === 'smtps:';
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      requireTLS: !secure && !loopback.test(url.hostname),
      ...(url.username && {
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }),
    };
  } catch {
    return undefined;
  }
}
