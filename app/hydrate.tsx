import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { type IslandName, islands } from './islands.ts';

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
  const component = (await islands[name]()) as ComponentType<object>;
  const props: object = JSON.parse(element.dataset.props ?? '{}');
  await new Promise<void>((resolve) => {
    hydrateRoot(element, <Hydrated component={component} props={props} onHydrated={resolve} />, {
      identifierPrefix: name,
    });
  });
  element.dataset.hydrated = '';
}

/** Lets the browser answer the visitor and draw before the next piece of work. A timer would wait 4 ms each time. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** Hands every island of the page to React, each in a task of its own. Resolves when all of them answer to the visitor. */
export async function hydrateIslands(): Promise<void> {
  const hydrated: Promise<void>[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    // Before the first one too: React's own start is the longest task of the page.
    await nextTask();
    hydrated.push(hydrateIsland(element));
  }
  await Promise.all(hydrated);
}
