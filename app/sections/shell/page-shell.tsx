import type { ReactNode } from 'react';
import { navigationWords as words } from '../../../content/navigation.ts';
import { EarlyDialog } from '../../waitlist/early-dialog.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface PageShellProps {
  path: string;
  /** The dark band under the bar: each page opens with its own sky. */
  opening: ReactNode;
  children: ReactNode;
}

/** What every page has round its sections: skip link, bar, main, footer. */
export function PageShell({ path, opening, children }: PageShellProps) {
  return (
    <>
      <a href="#main" className="skip-link button button-on-sky button-small">
        {words.skip}
      </a>
      <SiteHeader path={path} />
      <main id="main" tabIndex={-1}>
        {opening}
        {/* The shared style sheet is put here (app/document-assets.ts). */}
        <template data-opening-end="" />
        {children}
      </main>
      <SiteFooter />
      <EarlyDialog />
    </>
  );
}
