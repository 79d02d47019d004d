export interface JoinBytes {
  email: string;
  /** For X-Forwarded-For. */
  address: string;
}

/** A join as sent on the wire, with only what the server requires. */
export function joinBytes({ email, address }: JoinBytes): string {
  const body = `{"user_email":"${email}","entry_source":"cta"}`;
  return `POST /rest/v1/rpc/add_to_waitlist HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nApikey: sb_publishable_bukoor_local\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
