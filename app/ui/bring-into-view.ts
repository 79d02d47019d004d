import { afterNextFrame } from './scheduling.ts';

/**
 * Scrolls an element into view at once, and once more in the next frame: by then the sections that are laid out only when they
 * are near (content-visibility) have got their height.
 * @param block where in the screen it comes to stand, as for `scrollIntoView`
 */
export function bringIntoView(element: Element, block: ScrollLogicalPosition = 'nearest'): void {
  const scroll = () => element.scrollIntoView({ block, behavior: 'instant' });
  scroll();
  afterNextFrame(scroll);
}
