import { navigationWords as words } from '../../content/navigation.ts';
import type { Page } from '../routes.ts';
import { EarlyDialogTemplate } from '../waitlist/dialog-card.tsx';
import { SiteFooter } from './footer.tsx';
import { SiteHeader } from './header.tsx';

function Top({ path }: { path: string }) {
  return (
    <>
      <a href="#main" className="skip-link button button-on-sky button-small">
        {words.skip}
      </a>
      <SiteHeader path={path} />
    </>
  );
}

/** Everything that a browser draws before the shared style sheets have loaded. */
export function FirstScreen({ page }: { page: Page }) {
  return (
    <body>
      <Top path={page.path} />
      <main id="main" tabIndex={-1}>
        {page.hero}
      </main>
    </body>
  );
}

interface PageShellProps {
  page: Page;
  /** Style sheets that the part below the hero waits for: a browser paints what is above them at once. */
  sheets: readonly string[];
}

/** What every page has around its sections: skip link, bar, main, footer. */
export function PageShell({ page, sheets }: PageShellProps) {
  return (
    <>
      <Top path={page.path} />
      <main id="main" tabIndex={-1}>
        {page.hero}
        {sheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {page.sections}
      </main>
      <SiteFooter />
      <EarlyDialogTemplate />
    </>
  );
}
