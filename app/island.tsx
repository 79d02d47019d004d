import { type ComponentType, use } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName, IslandProps } from './islands.ts';
import { PageNeedsContext } from './render-context.ts';

interface IslandElement<Name extends IslandName> {
  /** The name under which the browser finds the same component in app/islands.ts. */
  name: Name;
  component: ComponentType<IslandProps<Name>>;
  /** JSON, because they are embedded in the page. */
  props: IslandProps<Name>;
}

/**
 * Renders a component to the HTML that the browser will hydrate (app/hydrate.tsx). It is a React root of its own, so that
 * `useId` returns the same ids here and in the browser.
 */
export function Island<Name extends IslandName>({ name, component: Component, props }: IslandElement<Name>) {
  const needs = use(PageNeedsContext);
  needs.islands.add(name);
  const html = renderToString(
    <PageNeedsContext value={needs}>
      <Component {...props} />
    </PageNeedsContext>,
    { identifierPrefix: name },
  );
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
