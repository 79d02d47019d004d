import { notFound } from '../../../content/pages/not-found.ts';
import type { Page } from '../../page.ts';
import { notFoundPath } from '../../paths.ts';
import { EmptyHorizon } from './hero.tsx';

export const page: Page = {
  path: notFoundPath,
  meta: notFound.meta,
  style: 'not-found',
  hero: <EmptyHorizon words={notFound} />,
  sections: null,
};
