/**
 * What a visitor tells when they join. A form that is posted without a script gives each field the name that it has here. A field
 * that is added is optional, because a page that is already open does not send it.
 */
export interface JoinFields {
  email: string;
  source: string;
}

export type JoinField = keyof JoinFields;

/** What the two calls name each field (docs/specification.md#the-two-calls). */
export const nameInCalls: Readonly<Record<JoinField, string>> = {
  email: 'user_email',
  source: 'entry_source',
};

export const joinFields = Object.keys(nameInCalls) as JoinField[];

/** The source of everybody who joins through the bottom form, which does not ask how they heard of us (docs/specification.md#joining). */
export const bottomFormSource = 'cta';

/** What people read in place of a source: the answer itself, or that the form did not ask. */
export const sourceInWords = (source: string): string => (source === bottomFormSource ? 'Not asked' : source);
