import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { rememberInput } from './input.ts';
import { type IslandName, islands } from './islands.ts';
import { sizeInPage } from './markup-size.ts';

/** Loads an island's component; the browser keeps it for a second call. @throws when its file does not come */
export const loadComponent = ({ dataset }: HTMLElement) =>
  islands[dataset.island as IslandName].load() as Promise<ComponentType<object>>;

/** Milliseconds between two looks at whether an island is in use. */
const lookMs = 200;

/** Whether somebody else has changed the island's HTML: a translator, a password manager, an extension. */
const isChanged = (island: HTMLElement) => sizeInPage(island) !== island.dataset.size;

/** Whether the visitor types into the island, or holds a button of it down: the click comes only when it is let go. */
function isInUse(island: HTMLElement): boolean {
  const { activeElement } = document;
  const isTypedInto = activeElement instanceof HTMLInputElement && island.contains(activeElement);
  return isTypedInto || island.querySelector(':active') !== null;
}

/**
 * Resolves when React may come to an island by itself. Where somebody has changed its HTML, React draws it anew instead of taking
 * it over. That would take a field away from the visitor who types into it, and with it a text that is being composed. So
 * React waits until they leave the field.
 */
export async function untilNotInUse(island: HTMLElement): Promise<void> {
  while (isChanged(island) && isInUse(island)) await new Promise((over) => setTimeout(over, lookMs));
}

/**
 * React takes over an island, at once and in the same task. What a visitor has done in it is kept, also where React has to draw
 * it anew. The only place of the site that starts React in the browser.
 */
export function hydrate(island: HTMLElement, Component: ComponentType<object>): void {
  const { island: name = '', props = '{}' } = island.dataset;
  const wasChanged = isChanged(island);
  const restoreInput = rememberInput(island);
  flushSync(() =>
    hydrateRoot(island, <Component {...JSON.parse(props)} />, {
      identifierPrefix: name,
      // React says that it found other HTML than it had rendered. That is a fault of ours only if nobody else has changed it.
      onRecoverableError: (error) => wasChanged || reportError(error),
    }),
  );
  island.dataset.hydrated = '';
  restoreInput();
}
