import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName, IslandProps } from '../island-list.ts';
import { handles } from '../ui/markup-handles.ts';
import type { IslandEntry } from './island-entry.ts';
import { markupSize } from './markup-size.ts';

type LoadedIsland = Omit<IslandEntry, 'load'> & { Component: ComponentType<object> };

const loaded = new Map<string, LoadedIsland>();

/**
 * Loads the components of the islands. A page is rendered in one go, so this comes before.
 * @throws when a component's file cannot be loaded
 */
export async function loadIslands(islands: Readonly<Record<string, IslandEntry>>): Promise<void> {
  for (const [name, { load, ...when }] of Object.entries(islands))
    loaded.set(name, { ...when, Component: (await load()) as ComponentType<object> });
}

/**
 * The content security policy refuses style attributes in the HTML. React adds them when it takes over. Until then a style
 * sheet has to say the same.
 */
const withoutStyleAttributes = (html: string) => html.replaceAll(/ style="[^"]*"/g, '');

/**
 * Renders a component to the HTML that React will take over in the browser. It is a React root of its own, so that `useId`
 * returns the same ids here and there.
 * @param props JSON, because they are embedded in the page: an island without props has none
 * @throws if the island is not loaded
 */
export function Island<Name extends IslandName>({ name, props }: { name: Name; props: IslandProps<Name> }) {
  const island = loaded.get(name);
  if (!island)
    throw new Error(`The island ${name} is not loaded: loadIslands comes before a page is rendered.`);
  const { Component, hydrateWhen, alsoForHash } = island;
  const html = withoutStyleAttributes(renderToString(<Component {...props} />, { identifierPrefix: name }));
  return (
    <div
      {...handles({
        island: name,
        hydrate: hydrateWhen === 'use' ? undefined : hydrateWhen,
        hash: alsoForHash && '',
        props: Object.keys(props).length > 0 ? JSON.stringify(props) : undefined,
        size: markupSize(html),
      })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
