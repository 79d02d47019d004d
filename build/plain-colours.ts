/**
 * The values of the colour tokens by night, since every social image lies on a night sky.
 * Takes the text of the token style sheet; returns them by name, `--ink` and so on.
 */
export function nightTokens(styles: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, name, value] of styles.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    if (name && value && !tokens.has(name)) tokens.set(name, byNight(value));
  }
  return tokens;
}

const byNight = (text: string) => text.replaceAll(/light-dark\([^,()]+,\s*([^()]+)\)/g, '$1');

/**
 * Replaces what only browsers know, `light-dark()` and `var()`, by plain colours.
 * Takes any text with such values and the tokens; returns it. Throws on a token that is not defined.
 */
export function plainColours(text: string, tokens: ReadonlyMap<string, string>): string {
  return byNight(text).replaceAll(/var\((--[\w-]+)\)/g, (_whole, name: string) => {
    const value = tokens.get(name);
    if (value === undefined)
      throw new Error(`A drawing uses ${name}, which app/styles/tokens.css does not define.`);
    return value.includes('var(') ? plainColours(value, tokens) : value;
  });
}

/** Rules for the screen only: comments, media queries and animations, which a picture has no use for. */
export function stillRules(styles: string): string {
  return styles
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@(?:media|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replaceAll(/\s+/g, ' ');
}
