import type { ComponentType } from 'react';

/**
 * When React takes over an island by itself. A press or a form brings React at once (held-back.ts).
 * - `near`: the island is less than a screen's height away.
 * - `use`: a pointer or the focus comes to the island, or to a control that names it (`answerer` and `join` of app/ui/handles.ts).
 * - `visit`: the visitor has shown that they are there, and the browser is idle.
 */
export type HydrateWhen = 'near' | 'use' | 'visit';

export interface IslandEntry {
  hydrateWhen: HydrateWhen;
  /** Whether React comes also when the page's address has a hash. */
  alsoForHash?: true;
  /** Loads its component. @throws when its file cannot be loaded */
  load: () => Promise<ComponentType<never>>;
}
