import { health } from '../../content/pages/health.ts';
import type { ScreenPage } from '../routes.ts';
import { HealthHero } from '../sections/health/hero.tsx';
import { NotMedicalAdvice } from '../sections/health/not-medical-advice.tsx';
import { Places } from '../sections/health/places.tsx';
import { Science } from '../sections/health/science.tsx';
import { Tracking } from '../sections/health/tracking.tsx';

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
