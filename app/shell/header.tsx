import type { ComponentProps } from 'react';
import { topBar, navigationWords as words } from '../../content/navigation.ts';
import { site } from '../../content/site.ts';
import { Logo } from '../drawings/logo.tsx';
import { JoinButton } from '../ui/buttons.tsx';
import { handles } from '../ui/markup-handles.ts';

/** The logo and the name, linked to the home page. */
function Brand() {
  return (
    <a href="/" className="brand" aria-label={words.home}>
      <Logo />
      <span>{site.name}</span>
    </a>
  );
}

/** The mark of a link to the page that is shown, or to the one that it belongs to, as an article does to the blog. */
function currentMark(link: string, path: string) {
  if (link === path) return 'page';
  return path.startsWith(`${link}/`) ? 'true' : undefined;
}

/** The bar's links, the current page marked. */
function BarLinks({ path }: { path: string }) {
  return (
    <ul>
      {topBar.map((item) => (
        <li key={item.path}>
          <a href={item.path} aria-current={currentMark(item.path, path)}>
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

const id = 'menu';

/**
 * Opens and closes the menu without any script, by invoker commands (HTML). Browsers that lack them (Safari before 26.2, Firefox
 * before 144) open it as a popover. There a script makes it modal, too (app/shell/older-browsers.ts).
 */
const target = { commandfor: id, popoverTarget: id };
const opens = { command: 'show-modal', popoverTargetAction: 'show' } as const;
const closes = { command: 'close', popoverTargetAction: 'hide' } as const;

function MenuButton({ icon, ...attributes }: ComponentProps<'button'> & { icon: string }) {
  return (
    <button type="button" className="menu-button" {...target} {...attributes}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={icon} stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
}

/** A full sheet. The browser's own modal dialog keeps the focus inside and closes on Escape. */
function MobileMenu({ path }: { path: string }) {
  return (
    <dialog id={id} popover="auto" className="menu-sheet on-sky" aria-label={words.menu}>
      <div className="menu-top">
        <Brand />
        <MenuButton icon="m6 6 12 12M18 6 6 18" aria-label={words.closeMenu} {...closes} />
      </div>
      <nav aria-label={words.menu}>
        <BarLinks path={path} />
      </nav>
      <JoinButton variant="on-sky" />
    </dialog>
  );
}

/** The bar on top of every page (app/shell/collapsing-header.ts), and the menu that takes its place on narrow screens. */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="site-header on-sky" {...handles({ pill: 'false' })}>
      <div className="site-bar">
        <Brand />
        <nav aria-label={words.main} className="bar-links">
          <BarLinks path={path} />
        </nav>
        <JoinButton variant="bar" />
        <MenuButton icon="M4 8h16M4 16h16" aria-label={words.openMenu} aria-haspopup="dialog" {...opens} />
      </div>
      <MobileMenu path={path} />
    </header>
  );
}
