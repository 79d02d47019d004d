import { useEffect } from 'react';

/** Applies rules as a constructed style sheet, which a content security policy without 'unsafe-inline' allows. */
export function adoptStyles(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  return sheet;
}

/**
 * Replaces react-style-singleton (see build/plugin.ts), with its three exports.
 */
export function stylesheetSingleton() {
  let holders = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(rules: string) {
      if (holders++ > 0) return;
      sheet = adoptStyles(rules);
    },
    remove() {
      if (--holders > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    },
  };
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton();
  return function useStyle(rules: string, isDynamic?: boolean) {
    // As in the original: rules are applied once, unless `isDynamic` says that they change.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
    useEffect(() => {
      sheet.add(rules);
      return sheet.remove;
    }, [rules && isDynamic]);
  };
}

export function styleSingleton() {
  const useStyle = styleHookSingleton();
  return function Style({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic);
    return null;
  };
}
