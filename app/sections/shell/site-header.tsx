import { topBar, navigationWords as words } from '../../../content/navigation.ts';
import { site } from '../../../content/site.ts';
import { Logo } from '../../drawings/logo.tsx';
import { JoinButton } from '../../ui/join-button.tsx';
import { MenuButton, MobileMenu } from './mobile-menu.tsx';

/** The bar on top of every page (app/pill.ts), and the menu that takes its place on narrow screens. */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="site-header on-sky" data-pill="false">
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
        <MenuButton />
      </div>
      <MobileMenu path={path} />
    </header>
  );
}
