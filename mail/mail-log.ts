/** The log of what sends emails. No email address may reach it. */
export type MailLog = Record<'info' | 'warn', (facts: object, message: string) => void>;
