import { expect, test } from 'vitest';
import { DatabaseUnavailable, isCollision, StatementError, toDatabaseError } from './database.ts';

const withCode = (code: string) =>
  Object.assign(new Error('message'), { code, detail: 'Failing row contains (a@b.example)' });

test('an error says whether the statement is wrong, and quotes no row', () => {
  for (const [kind, codes] of [
    [StatementError, ['22021', '23505', '23514', '42501', '42P01', 'P0001', '40001', '40P01']],
    [DatabaseUnavailable, ['53100', '53300', '57P01', '08006', '25006', '58030', 'XX000', 'ECONNREFUSED']],
  ] as const)
    for (const code of codes) {
      const error = toDatabaseError(withCode(code));
      expect(error, code).toBeInstanceOf(kind);
      expect(error.code).toBe(code);
      // A collision of two transactions is worth another try at once.
      expect(isCollision(error), code).toBe(code.startsWith('40'));
      expect(JSON.stringify(error, [...Object.getOwnPropertyNames(error), 'cause'])).not.toContain('a@b');
    }
  expect(toDatabaseError(new Error('Query read timeout'))).toBeInstanceOf(DatabaseUnavailable);
  const nowhere = Object.assign(new AggregateError([new Error('connect ::1:5432')]), {
    code: 'ECONNREFUSED',
  });
  expect(toDatabaseError(nowhere).message).toBe(
    'The database cannot answer: connect ::1:5432 (ECONNREFUSED).',
  );
});
