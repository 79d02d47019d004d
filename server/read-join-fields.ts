import { type JoinField, type JoinFields, joinFields } from '../content/join-fields.ts';

/**
 * The fields of a join that were sent as text.
 * @param sentAs what was sent for a field
 */
export function readJoinFields(sentAs: (field: JoinField) => unknown): Partial<JoinFields> {
  const fields: Partial<JoinFields> = {};
  for (const field of joinFields) {
    const value = sentAs(field);
    if (typeof value === 'string') fields[field] = value;
  }
  return fields;
}
