import { screens } from '../../app/routes.ts';

/** A page to compare in all engines. */
export interface EnginePage {
  name: string;
  path: string;
  widths: readonly number[];
  dark?: boolean;
  /** Selector of what is pressed first; then only the viewport is pictured. */
  pressed?: string;
}

const widths = [320, 390, 768, 1280] as const;
const narrowAndWide = [390, 1280] as const;

const opened: readonly EnginePage[] = [
  { name: 'dialog', path: '/', widths, pressed: '.site-bar [data-join]' },
  { name: 'menu', path: '/', widths: [320, 390, 768], pressed: '.site-bar .menu-button' },
];

/** Every screen at every width, some by night, and what opens on top of them. */
export const enginePages: readonly EnginePage[] = [
  ...screens.map(({ path, page }) => ({ name: page, path, widths })),
  { name: 'not-found', path: '/no-such-page', widths },
  { name: 'answer', path: '/waitlist/joined', widths: narrowAndWide },
  ...opened,
  ...screens
    .filter(({ page }) => ['landing', 'islam', 'roadmap', 'pricing'].includes(page))
    .map(({ path, page }) => ({ name: `${page}-night`, path, widths: narrowAndWide, dark: true })),
];
