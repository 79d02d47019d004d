import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Keeps libraries from writing `<style>` elements while the page runs, so that the content security policy
 * needs no 'unsafe-inline' for styles.
 * - react-style-singleton (under Radix's dialog: locks scrolling) is replaced by constructed style sheets,
 *   which the policy does not treat as inline.
 * - sonner's own injection is dropped; app/waitlist/toasts.tsx adopts the same rules.
 */
export function strictStyles(): Plugin {
  const singleton = fileURLToPath(new URL('../app/ui/constructed-style.ts', import.meta.url));
  return {
    name: 'strict-styles',
    enforce: 'pre',
    resolveId(source) {
      return source === 'react-style-singleton' ? singleton : null;
    },
    transform(code, id) {
      if (!/sonner\/dist\/index\.mjs/.test(id)) return null;
      const without = code.replace(/^__insertCSS\(.*\);$/m, '');
      if (without === code)
        this.error('sonner no longer injects its styles the way build/strict-styles.ts expects.');
      return { code: without, map: null };
    },
  };
}
