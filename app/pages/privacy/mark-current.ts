/** Marks in the contents of /privacy the section that is being read; between two sections it stays the one before (privacy.tsx). */
export function markCurrentSection(): void {
  const contents = document.querySelector('[data-contents]');
  if (!contents) return;

  const links = contents.querySelectorAll('a');
  const mark = (id: string) => {
    for (const link of links) {
      if (link.hash === `#${id}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) mark(target.id);
    },
    // A line across the upper part of the screen.
    { rootMargin: '-30% 0% -70%' },
  );
  for (const { hash } of links) {
    const section = document.querySelector(hash);
    if (section) observer.observe(section);
  }
}
