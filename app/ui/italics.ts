/**
 * The beginning of words in italics, as HTML; a pattern. An emphasis by colour alone has the class `upright` first
 * (app/ui/text.tsx).
 */
export const italicStart = '<em(?! class="upright)';
