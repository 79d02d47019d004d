import { hydratedIsland } from '../support/parts.ts';
import { spec } from '../support/specification.ts';
import { expect } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** The form in the dialog, once React has taken it over. */
export const reactsForm = hydratedIsland('dialog-form');

/** Chooses the first source in the open dialog. */
export async function chooseFirstSource(visitor: Visitor): Promise<void> {
  await visitor.press('#waitlist-source');
  await expect.poll(() => visitor.count('[role="option"]')).toBe(spec.sources.length);
  await visitor.press('[role="option"]');
  await expect.poll(() => visitor.text('#waitlist-source')).toContain(spec.sources[0]);
}
