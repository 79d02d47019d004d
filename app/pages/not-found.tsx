import { notFound } from '../../content/pages/not-found.ts';
import type { Page } from '../page.ts';
import { notFoundPath } from '../paths.ts';
import { EmptyHorizon } from '../sections/not-found/empty-horizon.tsx';

export const page: Page = {
  path: notFoundPath,
  meta: notFound.meta,
  style: 'not-found',
  hero: <EmptyHorizon words={notFound} />,
  sections: null,
};
