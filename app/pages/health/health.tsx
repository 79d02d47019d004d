import { health } from '../../../content/pages/health.ts';
import type { ScreenPage } from '../../routes.ts';
import { Places } from './feature-cards.tsx';
import { HealthHero } from './hero.tsx';
import { NotMedicalAdvice } from './not-medical-advice.tsx';
import { Science } from './science.tsx';
import { Tracking } from './tracking.tsx';

export const page: ScreenPage = {
  path: '/health',
  meta: health.meta,
  style: 'health',
  hero: <HealthHero hero={health.hero} ring={health.ring} noteTitle={health.note.title} />,
  sections: (
    <>
      <Places cards={health.cards} />
      <Science science={health.science} />
      <Tracking tracking={health.tracking} />
      <NotMedicalAdvice note={health.note} />
    </>
  ),
};
