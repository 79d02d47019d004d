import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { topBar, navigationWords as words } from '../../../content/navigation.ts';
import { site } from '../../../content/site.ts';
import { Logo } from '../../drawings/logo.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { MobileMenu } from './mobile-menu.tsx';

/** The specification's: the bar becomes a floating pill after 100 px of scroll. */
const pillAfter = 100;

interface SiteHeaderProps {
  path: string;
}

/** The bar on top of every page, and the menu that takes its place on narrow screens. */
export function SiteHeader({ path }: SiteHeaderProps) {
  const [isPill, setPill] = useState(false);
  const menu = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const follow = () => setPill(window.scrollY > pillAfter);
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);

  function openMenu(event: MouseEvent): void {
    // Browsers that know the button's own command would open it too.
    event.preventDefault();
    if (!menu.current?.open) menu.current?.showModal();
  }

  return (
    <header className="site-header on-sky" data-pill={isPill}>
      <div className="site-bar">
        <a href="/" className="brand" aria-label={words.home}>
          <Logo />
          <span>{site.name}</span>
        </a>
        <nav aria-label={words.main} className="bar-links">
          <ul>
            {topBar.map((item) => (
              <li key={item.path}>
                <a href={item.path} aria-current={item.path === path ? 'page' : undefined}>
                  {item.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <JoinButton look="bar" size="small" />
        <button
          type="button"
          className="menu-button"
          aria-label={words.openMenu}
          aria-haspopup="dialog"
          onClick={openMenu}
          {...{ commandfor: 'menu', command: 'show-modal' }}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M4 8h16M4 16h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <MobileMenu ref={menu} path={path} />
    </header>
  );
}
