import { islam } from '../../content/pages/islam.ts';
import type { ScreenPage } from '../routes.ts';
import { Barakah } from '../sections/islam/barakah.tsx';
import { Convictions } from '../sections/islam/convictions.tsx';
import { IslamHero } from '../sections/islam/hero.tsx';
import { HowWeKnow } from '../sections/islam/how-we-know.tsx';
import { VerseBand } from '../sections/islam/verse-band.tsx';

export const page: ScreenPage = {
  path: '/islam',
  meta: islam.meta,
  style: 'islam',
  hero: <IslamHero hero={islam.hero} />,
  sections: (
    <>
      <Convictions cards={islam.cards} />
      <HowWeKnow words={islam.howWeKnow} />
      <VerseBand verse={islam.barakah.verse} />
      <Barakah barakah={islam.barakah} />
    </>
  ),
};
