import type { Handles } from './handles.ts';

type HandleValues = { [Handle in keyof Handles]?: Handles[Handle] | undefined };

/**
 * The attributes for an element: `<nav {...handles({ contents: '' })}>`. It stands in a file of its own because the first script
 * draws no markup.
 * @param values React leaves out a handle that is undefined
 */
export function handles(values: HandleValues): Record<string, string | undefined> {
  const attributes = Object.entries(values).map(([handle, value]) => [`data-${handle}`, value]);
  return Object.fromEntries(attributes);
}
