import { useEffect } from 'react';

/** Applies rules as a constructed style sheet, which a content security policy without 'unsafe-inline' allows. */
export function adoptStyles(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  return sheet;
}

/**
 * Replaces react-style-singleton under Radix's dialog (build/plugin.ts): its rules are applied once while any component holds
 * them; `dynamic` says that they change.
 */
export function styleSingleton() {
  let holders = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Style({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
    useEffect(() => {
      if (holders++ === 0) sheet = adoptStyles(styles);
      return () => {
        if (--holders > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
      };
    }, [styles && dynamic]);
    return null;
  };
}
