import { site } from './site.ts';

/** What a company's site and emails must name in law, a sentence each. What is not filled in is left out. */
export function registrationWords({
  number,
  registeredIn,
  office,
}: Record<'number' | 'registeredIn' | 'office', string>): string[] {
  const words: string[] = [];
  if (registeredIn) words.push(`Registered in ${registeredIn}.`);
  if (number) words.push(`Company number: ${number}.`);
  if (office) words.push(`Registered office: ${office}.`);
  return words;
}

const { name, postalAddress } = site.controller;
const registration = registrationWords(site.registration);

/** The company behind the site, for its footer. */
export const companyLine = [`${name}.`, ...registration].join(' ');

/** The sender of an email, for its last line. */
export const sentBy = [`Sent by ${name}, ${postalAddress}.`, ...registration].join(' ');
