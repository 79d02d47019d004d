import type { ReactElement, ReactNode } from 'react';

type Props = Record<string, unknown> & { children?: ReactNode };
type Drawn = ReactElement<Props, string>;

/** The host elements that a drawing's components return. The components keep no state, so calling them is enough. */
function elementsOf(node: ReactNode): (Drawn | string)[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (typeof node !== 'object') return [String(node)];
  const { type, props } = node as ReactElement<Props>;
  if (typeof type === 'function') return elementsOf((type as (props: Props) => ReactNode)(props));
  return typeof type === 'symbol' ? elementsOf(props.children) : [node as Drawn];
}

/** SVG's name of an attribute that React writes in camelCase. */
const attributeOf = (name: string): string =>
  name === 'className'
    ? 'class'
    : name === 'viewBox'
      ? name
      : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function redrawElement(shown: Node | undefined, { props }: Drawn): void {
  if (!(shown instanceof Element)) return;
  const { children, ...attributes } = props;
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = attributeOf(name);
    if (value === undefined || value === null) shown.removeAttribute(attribute);
    else if (shown.getAttribute(attribute) !== String(value)) shown.setAttribute(attribute, String(value));
  }
  redrawAll(shown.childNodes, elementsOf(children));
}

function redrawAll(shown: ArrayLike<Node>, wanted: readonly (Drawn | string)[]): void {
  for (const [index, part] of wanted.entries()) {
    const node = shown[index];
    if (typeof part !== 'string') redrawElement(node, part);
    else if (node && node.nodeValue !== part) node.nodeValue = part;
  }
}

/**
 * Turns a drawing in the page into another one of the same components, without React, whose start is the longest task of
 * the page. Both must have the same elements in the same order; an element that is not shown has `display="none"`.
 */
export function redraw(shown: Element, drawing: ReactElement): void {
  redrawAll([shown], elementsOf(drawing));
}
