import type { EmailTemplate } from './templates.ts';

const slot = /\{\{(\w+)\}\}/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, also for use within an attribute in quotes of either kind. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/**
 * Fills an email's slots with a person's facts.
 * @throws Error when a slot has no value: an incomplete email must not be sent
 */
export function fill(template: EmailTemplate, values: Record<string, string>): EmailTemplate {
  const factFor = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`The email's slot ${name} has no value.`);
    return value;
  };
  const plain = (text: string) => text.replace(slot, (_, name: string) => factFor(name));
  return {
    subject: plain(template.subject),
    html: template.html.replace(slot, (_, name: string) => escapeHtml(factFor(name))),
    text: plain(template.text),
  };
}
