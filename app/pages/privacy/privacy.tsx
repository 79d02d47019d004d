import { privacy } from '../../../content/pages/privacy.ts';
import type { ScreenPage } from '../../routes.ts';
import { PrivacyHero } from './hero.tsx';
import { Policy } from './policy.tsx';

export const page: ScreenPage = {
  path: '/privacy',
  meta: privacy.meta,
  style: 'privacy',
  hero: <PrivacyHero hero={privacy.hero} updated={privacy.updated} />,
  sections: (
    <>
      <Policy privacy={privacy} />
    </>
  ),
};
