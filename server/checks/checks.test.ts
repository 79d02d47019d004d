import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { turnChecks } from '../../mail/turn.ts';
import { checks, checksIn } from './checks.ts';

const subjectsIn = (...program: Parameters<typeof checksIn>) =>
  checksIn(...program)
    .map(({ subject }) => subject)
    .toSorted();

test('a function has its part of each check that runs in one, and no other', () => {
  expect(Object.keys(turnChecks).toSorted()).toEqual(subjectsIn('function'));
});

test('doctor and a server check the same subjects, each once', () => {
  expect(new Set(subjectsIn('doctor')).size).toBe(subjectsIn('doctor').length);
  expect(subjectsIn('server')).toEqual(subjectsIn('doctor'));
});

test('the table has each file of checks, and one heading for each subject', () => {
  const table = readFileSync(join(import.meta.dirname, 'checks.ts'), 'utf8');
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!.*\.test)/.test(name));
  const others = ['checks.ts', 'find-faults.ts', 'try-fetch.ts'];
  for (const name of files.filter((each) => !others.includes(each)))
    expect(table, name).toContain(`from './${name}'`);
  for (const { subject, heading } of checks)
    expect(checks.filter((other) => other.subject === subject && other.heading !== heading)).toEqual([]);
});
