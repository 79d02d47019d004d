import { islam } from '../../content/pages/islam.ts';
import { Barakah } from '../sections/islam/barakah.tsx';
import { Convictions } from '../sections/islam/convictions.tsx';
import { IslamOpening } from '../sections/islam/opening.tsx';
import { VerseBand } from '../sections/islam/verse-band.tsx';
import { PageShell } from '../sections/shell/page-shell.tsx';

export const meta = islam.meta;

export function Page() {
  return (
    <PageShell path="/islam" opening={<IslamOpening hero={islam.hero} />}>
      <Convictions cards={islam.cards} />
      <VerseBand verse={islam.barakah.verse} />
      <Barakah barakah={islam.barakah} />
    </PageShell>
  );
}
