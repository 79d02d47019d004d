import { notFound } from '../../content/pages/not-found.ts';
import { notFoundPath } from '../routes.ts';
import { EmptyHorizon } from '../sections/not-found/empty-horizon.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = notFound.meta;

export function Page() {
  return (
    <PageShell path={notFoundPath} opening={<EmptyHorizon words={notFound} />}>
      {null}
    </PageShell>
  );
}
