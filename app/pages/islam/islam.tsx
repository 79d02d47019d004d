import { islam } from '../../../content/pages/islam.ts';
import type { ScreenPage } from '../../routes.ts';
import { Barakah } from './barakah.tsx';
import { Convictions } from './feature-cards.tsx';
import { IslamHero } from './hero.tsx';
import { HowWeKnow } from './how-we-know.tsx';
import { VerseBand } from './verse-band.tsx';

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
