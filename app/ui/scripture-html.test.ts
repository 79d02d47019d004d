import { expect, test } from 'vitest';
import { type Citation, citations } from '../../content/scripture.ts';
import { scriptureContents } from './scripture-html.ts';

const captionOf = (html: string) =>
  /<figcaption>(?<caption>.+)<\/figcaption>/.exec(html)?.groups?.caption ?? '';
const referenceOf = (citation: Citation) =>
  citation.kind === 'ayah' ? `Quran ${citation.reference}` : `${citation.collection} ${citation.number}`;

test.each([false, true])(
  'a figure is named by its reference, and not by its meaning (brief: %s)',
  (isBrief) => {
    for (const citation of citations) {
      const caption = captionOf(scriptureContents(citation.id, isBrief));
      expect(caption, citation.id).toContain(`>${referenceOf(citation)}</a>`);
      expect(caption, citation.id).not.toContain('scripture-meaning');
    }
  },
);
