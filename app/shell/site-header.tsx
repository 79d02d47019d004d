import { navigationWords as words } from '../../content/navigation.ts';
import { JoinButton } from '../ui/join-button.tsx';
import { BarLinks, Brand } from './bar-parts.tsx';
import { MenuButton, MobileMenu } from './mobile-menu.tsx';

/** The bar on top of every page (app/shell/collapsing-header.ts), and the menu that takes its place on narrow screens. */
export function SiteHeader({ path }: { path: string }) {
  return (
    <header className="site-header on-sky" data-pill="false">
      <div className="site-bar">
        <Brand />
        <nav aria-label={words.main} className="bar-links">
          <BarLinks path={path} />
        </nav>
        <JoinButton look="bar" size="small" />
        <MenuButton />
      </div>
      <MobileMenu path={path} />
    </header>
  );
}
