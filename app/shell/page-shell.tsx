import type { ReactNode } from 'react';
import { navigationWords as words } from '../../content/navigation.ts';
import { Island } from '../islands/island.tsx';
import type { Page } from '../routes.ts';
import { Questions } from '../ui/accordion.tsx';
import { WaitlistDialog } from '../waitlist/waitlist-dialog.tsx';
import { SiteFooter } from './footer.tsx';
import { SiteHeader } from './header.tsx';

interface FirstScreenProps {
  path: string;
  page: Page;
  children?: ReactNode;
}

/** Everything that a browser draws before the shared style sheets have loaded; `children` follow it in the same main. */
export function FirstScreen({ path, page, children }: FirstScreenProps) {
  return (
    <>
      <a href="#main" className="skip-link button button-on-sky button-small">
        {words.skip}
      </a>
      <SiteHeader path={path} />
      <main id="main" tabIndex={-1}>
        {page.hero}
        {children}
      </main>
    </>
  );
}

/** What follows the hero: the page's own sections, then the questions that it answers. */
export function PageSections({ page }: { page: Page }) {
  return (
    <>
      {page.sections}
      {page.questions && <Questions {...page.questions} />}
    </>
  );
}

interface PageShellProps {
  path: string;
  page: Page;
  /** Style sheets that the part below the hero waits for: a browser paints what is above them at once. */
  sheets: readonly string[];
}

/** What every page has around its sections: skip link, bar, main, footer, the waitlist dialog and the toasts. */
export function PageShell({ path, page, sheets }: PageShellProps) {
  return (
    <>
      <FirstScreen path={path} page={page}>
        {sheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <PageSections page={page} />
      </FirstScreen>
      <SiteFooter />
      <WaitlistDialog />
      <Island name="toaster" props={{}} />
    </>
  );
}
