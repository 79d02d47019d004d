import { health } from '../../content/pages/health.ts';
import { NotMedicalAdvice } from '../sections/health/not-medical-advice.tsx';
import { HealthOpening } from '../sections/health/opening.tsx';
import { Places } from '../sections/health/places.tsx';
import { Science } from '../sections/health/science.tsx';
import { Tracking } from '../sections/health/tracking.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = health.meta;

export function Page() {
  const opening = <HealthOpening hero={health.hero} ring={health.ring} noteTitle={health.note.title} />;
  return (
    <PageShell path="/health" opening={opening}>
      <Places cards={health.cards} />
      <Science science={health.science} />
      <Tracking tracking={health.tracking} />
      <NotMedicalAdvice note={health.note} />
    </PageShell>
  );
}
