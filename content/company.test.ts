import { expect, test } from 'vitest';
import { registrationWords } from './company.ts';

test('a company is named with what the owner has filled in, and with nothing else', () => {
  const nothing = { number: '', registeredIn: '', office: '' };
  expect(registrationWords(nothing)).toEqual([]);
  expect(registrationWords({ ...nothing, number: '01234567' })).toEqual(['Company number: 01234567.']);
  expect(
    registrationWords({
      number: '01234567',
      registeredIn: 'England and Wales',
      office: '1 High Street, Leeds',
    }),
  ).toEqual([
    'Registered in England and Wales.',
    'Company number: 01234567.',
    'Registered office: 1 High Street, Leeds.',
  ]);
});
