import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandName } from './islands.ts';

interface IslandElement<Props extends object> {
  /** Where the browser finds the same component: app/islands.ts. */
  name: IslandName;
  component: ComponentType<Props>;
  /** JSON, because it travels inside the page. */
  props: Props;
}

/**
 * Renders a component to the HTML that the browser will hydrate on its own (app/hydrate.tsx). It is a React root
 * of its own, so that the ids React gives out are the same here and there.
 */
export function Island<Props extends object>({ name, component: Component, props }: IslandElement<Props>) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: name });
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
