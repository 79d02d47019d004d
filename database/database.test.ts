import { expect, test } from 'vitest';
import { DatabaseUnavailable, isCollision, StatementError, toDatabaseError } from './database.ts';

const withCode = (code: string) =>
  Object.assign(new Error('message'), { code, detail: 'Failing row contains (a@b.example)' });

test('bad data, violated constraints and missing privileges are the fault of the statement', () => {
  for (const code of ['22021', '23505', '23514', '42501', '42P01', 'P0001', '40P01']) {
    expect(toDatabaseError(withCode(code)), code).toBeInstanceOf(StatementError);
  }
});

test('no space, no connection, shutting down and anything unknown is the fault of the database', () => {
  for (const code of [
    '53100',
    '53300',
    '57P01',
    '08006',
    '25006',
    '58030',
    'XX000',
    'ECONNREFUSED',
    'EPIPE',
  ]) {
    expect(toDatabaseError(withCode(code)), code).toBeInstanceOf(DatabaseUnavailable);
  }
  expect(toDatabaseError(new Error('Query read timeout'))).toBeInstanceOf(DatabaseUnavailable);
  expect(toDatabaseError('a string')).toBeInstanceOf(DatabaseUnavailable);
});

test('the code is kept, so that a log that shows no message can show it', () => {
  expect(toDatabaseError(withCode('53100')).code).toBe('53100');
  expect(toDatabaseError(withCode('23505')).code).toBe('23505');
  expect(toDatabaseError(new Error('Query read timeout')).code).toBe(undefined);
});

test('a DatabaseUnavailable is returned unchanged', () => {
  const error = new DatabaseUnavailable('late');
  expect(toDatabaseError(error)).toBe(error);
});

test('the row that a driver quotes is dropped', () => {
  for (const code of ['23514', '53100']) {
    const error = toDatabaseError(withCode(code));
    expect(JSON.stringify(error, [...Object.getOwnPropertyNames(error), 'cause'])).not.toContain(
      'a@b.example',
    );
  }
});

test('only a collision of two transactions is worth another try at once', () => {
  expect(isCollision(toDatabaseError(withCode('40P01')))).toBe(true);
  expect(isCollision(toDatabaseError(withCode('40001')))).toBe(true);
  expect(isCollision(toDatabaseError(withCode('23505')))).toBe(false);
  expect(isCollision(toDatabaseError(withCode('53100')))).toBe(false);
});
