import { named, type PageMeta } from '../page-parts.ts';
import { aboutPath, homePath } from '../paths.ts';
import { site } from '../site.ts';

export interface NotFoundContent {
  meta: PageMeta;
  title: 'Page Not Found';
  text: string;
  home: { label: string; href: `/${string}` };
  learn: { label: string; href: `/${string}` };
  /** What the drawing shows. */
  drawing: string;
}

export const notFound: NotFoundContent = {
  meta: {
    ...named('Page Not Found'),
    description: 'There is no page at this address. There is a way back to the home page.',
  },
  title: 'Page Not Found',
  text: 'The page you want may have moved, or the address may have lost a letter.',
  home: { label: 'Return Home', href: homePath },
  learn: { label: `Learn About ${site.name}`, href: aboutPath },
  drawing: 'A thin crescent over an empty horizon',
};
