import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { type IslandName, type IslandProps, islands } from '../islands.ts';
import { markupSize } from './markup-size.ts';

/** The components of all islands. The build renders them in one go, so it loads them before it begins. */
const components = new Map<IslandName, ComponentType<object>>();
for (const [name, { load }] of Object.entries(islands))
  components.set(name as IslandName, (await load()) as ComponentType<object>);

/**
 * The content security policy refuses style attributes in the HTML. React adds them when it takes over. Until then a style
 * sheet has to say the same.
 */
const withoutStyleAttributes = (html: string) => html.replaceAll(/ style="[^"]*"/g, '');

/**
 * Renders a component to the HTML that React will take over in the browser. It is a React root of its own, so that `useId`
 * returns the same ids here and there.
 * @param props JSON, because they are embedded in the page: an island without props has none
 */
export function Island<Name extends IslandName>({ name, props }: { name: Name; props: IslandProps<Name> }) {
  const Component = components.get(name) as ComponentType<object>;
  const { hydrateWhen } = islands[name];
  const html = withoutStyleAttributes(renderToString(<Component {...props} />, { identifierPrefix: name }));
  return (
    <div
      data-island={name}
      data-hydrate={hydrateWhen === 'use' ? undefined : hydrateWhen}
      data-props={Object.keys(props).length > 0 ? JSON.stringify(props) : undefined}
      data-size={markupSize(html)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
