import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islandComponent } from './islands.ts';

interface HydratedProps {
  component: ComponentType<object>;
  props: object;
  onHydrated: () => void;
}

function Hydrated({ component: Component, props, onHydrated }: HydratedProps) {
  useEffect(onHydrated, [onHydrated]);
  return <Component {...props} />;
}

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const name = element.dataset.island as IslandName;
  const component = islandComponent(name);
  const props: object = JSON.parse(element.dataset.props ?? '{}');
  await new Promise<void>((resolve) => {
    hydrateRoot(element, <Hydrated component={component} props={props} onHydrated={resolve} />, {
      identifierPrefix: name,
    });
  });
  element.dataset.hydrated = '';
}

/** Yields to the browser, so that it can handle input and paint before the next task. A timer would wait 4 ms each time. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** The islands that React has hydrated or is hydrating. */
const started = new Map<HTMLElement, Promise<void>>();

/**
 * Hydrates every island of the page, each in a task of its own. Resolves when all are interactive; rejects when a file of
 * one could not be loaded: the next call tries again.
 */
export async function hydrateIslands(): Promise<void> {
  const all: Promise<void>[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    let hydrated = started.get(element);
    if (!hydrated) {
      // Before the first one too: React's own start is the longest task of the page.
      await nextTask();
      hydrated = hydrateIsland(element);
      started.set(element, hydrated);
      hydrated.catch(() => started.delete(element));
    }
    all.push(hydrated);
  }
  await Promise.all(all);
}
