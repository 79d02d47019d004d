import { privacy } from '../../content/pages/privacy.ts';
import { Policy } from '../sections/privacy/policy.tsx';
import { PrivacyOpening } from '../sections/privacy/privacy-opening.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = privacy.meta;

export function Page() {
  return (
    <PageShell path="/privacy" opening={<PrivacyOpening hero={privacy.hero} updated={privacy.updated} />}>
      <Policy privacy={privacy} />
    </PageShell>
  );
}
