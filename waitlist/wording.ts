import { site } from '../content/site.ts';

/** The words of a version as a visitor reads them: waitlist.wordings has slots for the product's and the controller's names. */
export const filledWording = (words: string): string =>
  words.replaceAll('{name}', site.name).replaceAll('{controller}', site.controller.name);
