/** Down to this share of the window a beginning counts as read: where the eye is, and below the end of a jump to a section. */
const readShare = 0.35;

/**
 * The section that is being read: the first one that begins in the upper part of the window, or else the one that fills it; at the
 * end of the page the last of all.
 * @param tops how far each section begins from the top of the window, in their order
 * @param height the window's height
 * @param isAtEnd whether the page can scroll no further
 * @returns its index, or -1 while the first one is still to come
 */
export function currentSection(tops: readonly number[], height: number, isAtEnd: boolean): number {
  if (isAtEnd) return tops.length - 1;
  const line = height * readShare;
  // Two short sections can begin there: after a jump to the first, the first is read.
  const beginning = tops.findIndex((top) => top >= 0 && top < line);
  if (beginning >= 0) return beginning;
  return tops.findLastIndex((top) => top < line);
}

/** Marks in the contents of /privacy the section that is being read (privacy.tsx). */
export function markCurrentSection(contents: HTMLElement): void {
  const links = [...contents.querySelectorAll('a')];
  const sections = links.map(({ hash }) => document.querySelector(hash));
  const mark = () => {
    const tops = sections.map((section) => section?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY);
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const current = links[currentSection(tops, innerHeight, isAtEnd)];
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  mark();
  addEventListener('scroll', mark);
}
