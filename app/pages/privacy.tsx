import { privacy } from '../../content/pages/privacy.ts';
import type { ScreenPage } from '../routes.ts';
import { PrivacyOpening } from '../sections/privacy/opening.tsx';
import { Policy } from '../sections/privacy/policy.tsx';

export const page: ScreenPage = {
  path: '/privacy',
  meta: privacy.meta,
  style: 'privacy',
  opening: <PrivacyOpening hero={privacy.hero} updated={privacy.updated} />,
  sections: (
    <>
      <Policy privacy={privacy} />
    </>
  ),
};
