import { findByHandle } from '../../ui/handles.ts';

/** How far from the top of the window a section begins to be read, in pixels: below the bar, where a jump to it ends. */
const readingLine = 200;

/**
 * The section that is being read: the last one whose beginning has passed the line, and at the end of the page the last of all.
 * @param tops how far each section begins from the top of the window, in their order
 * @param isAtEnd whether the page can scroll no further
 * @returns its index, or -1 while the first one is still to come
 */
export function currentSection(tops: readonly number[], isAtEnd: boolean): number {
  if (isAtEnd) return tops.length - 1;
  return tops.findLastIndex((top) => top < readingLine);
}

/** Marks in the contents of /privacy the section that is being read (privacy.tsx). */
export function markCurrentSection(): void {
  const contents = findByHandle('contents');
  if (!contents) return;

  const links = [...contents.querySelectorAll('a')];
  const sections = links.map(({ hash }) => document.querySelector(hash));
  const mark = () => {
    const tops = sections.map((section) => section?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY);
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const current = links[currentSection(tops, isAtEnd)];
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
}
