/**
 * The night values of the colour tokens by name (`--ink`), since every social image has a night sky.
 * @param styles the token style sheet
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
 * @throws on a token that is not defined
 */
export function plainColours(text: string, tokens: ReadonlyMap<string, string>): string {
  return byNight(text).replaceAll(/var\((--[\w-]+)\)/g, (_whole, name: string) => {
    const value = tokens.get(name);
    if (value === undefined)
      throw new Error(`A drawing uses ${name}, which app/styles/tokens.css does not define.`);
    return value.includes('var(') ? plainColours(value, tokens) : value;
  });
}

/** Removes comments, media queries and animations, which a picture has no use for. */
export function stillRules(styles: string): string {
  return styles
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@(?:media|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replaceAll(/\s+/g, ' ');
}
