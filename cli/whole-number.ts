import { InvalidArgumentError } from 'commander';

/** Parses an option's value as a whole number above zero. @throws InvalidArgumentError, which commander reports */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above zero.');
  return Number(text);
}
