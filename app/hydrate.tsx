import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islands } from './island-list.ts';
import { rememberInput } from './islands/input.ts';
import { sizeInPage } from './islands/markup-size.ts';
import { handlesOf } from './ui/handles.ts';

/** Loads an island's component; the browser keeps it for a second call. @throws when its file cannot be loaded */
export const loadComponent = (island: HTMLElement) =>
  islands[handlesOf(island).island as IslandName].load() as Promise<ComponentType<object>>;

/** How often to check whether an island is still in use, in milliseconds. */
const checkMs = 200;

/** Whether somebody else has changed the island's HTML: a translator, a password manager, an extension. */
const isChanged = (island: HTMLElement) => sizeInPage(island) !== handlesOf(island).size;

/** Whether the visitor types into the island, or holds one of its buttons down: the click follows when it is let go. */
function isInUse(island: HTMLElement): boolean {
  const { activeElement } = document;
  const isTypedInto = activeElement instanceof HTMLInputElement && island.contains(activeElement);
  return isTypedInto || island.querySelector(':active') !== null;
}

/**
 * Resolves when React may take over an island by itself. If the island's HTML has been changed, React draws it again. That would
 * take the field away from a visitor who types into it. So React waits until they leave the field.
 */
export async function untilNotInUse(island: HTMLElement): Promise<void> {
  while (isChanged(island) && isInUse(island)) await new Promise((over) => setTimeout(over, checkMs));
}

/**
 * Has React take over an island, at once and in the same task. What a visitor has done in it is kept, even if React draws it
 * again. No other code starts React in the browser.
 */
export function hydrate(island: HTMLElement, Component: ComponentType<object>): void {
  const { island: name = '', props = '{}' } = handlesOf(island);
  const wasChanged = isChanged(island);
  const restoreInput = rememberInput(island);
  flushSync(() =>
    hydrateRoot(island, <Component {...JSON.parse(props)} />, {
      identifierPrefix: name,
      // React reports HTML that differs from what it renders. That is our fault only if nobody else has changed the HTML.
      onRecoverableError(error) {
        if (!wasChanged) reportError(error);
      },
    }),
  );
  handlesOf(island).hydrated = '';
  restoreInput();
}
