import { renderToString } from 'react-dom/server';
import { type IslandName, type IslandProps, islandComponent } from './islands.tsx';

/**
 * Renders a component to the HTML that the browser will hydrate (app/islands.tsx). It is a React root of its own, so that
 * `useId` returns the same ids here and in the browser.
 * @param props JSON, because they are embedded in the page
 */
export function Island<Name extends IslandName>({ name, props }: { name: Name; props: IslandProps<Name> }) {
  const Component = islandComponent(name);
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
