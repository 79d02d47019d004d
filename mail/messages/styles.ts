import type { CSSProperties } from 'react';
import { colours as site } from '../../content/colours.ts';

const byDay = Object.entries(site).map(([name, [day]]) => [name, day] as const);
/** The site's colours by day, as values, because mail readers do not support custom properties. */
export const colours = Object.fromEntries(byDay) as Record<keyof typeof site, string>;

const text: CSSProperties = {
  margin: '0 0 16px',
  fontFamily: 'Figtree, "Segoe UI", Helvetica, Arial, sans-serif',
  fontSize: '17px',
  lineHeight: '27px',
  color: colours.ink,
};

export const styles = {
  body: { margin: 0, padding: '24px 12px', backgroundColor: colours.paper },
  page: { maxWidth: '560px', margin: '0 auto' },
  name: { ...text, color: colours.gold, fontSize: '14px', lineHeight: '20px', letterSpacing: '0.08em' },
  card: {
    padding: '28px 24px',
    border: `1px solid ${colours.line}`,
    borderRadius: '16px',
    backgroundColor: colours.card,
    marginBottom: '20px',
  },
  heading: {
    ...text,
    fontFamily: '"Instrument Serif", Georgia, "Times New Roman", serif',
    fontSize: '30px',
    lineHeight: '36px',
    fontWeight: 400,
  },
  text: { ...text, overflowWrap: 'anywhere' },
  quiet: { ...text, margin: '0 0 12px', fontSize: '15px', lineHeight: '23px', color: colours.muted },
  link: { color: colours.primary, textDecoration: 'underline' },
  button: {
    ...text,
    margin: 0,
    padding: '13px 26px',
    borderRadius: '999px',
    backgroundColor: colours.primary,
    color: colours['on-primary'],
    fontWeight: 600,
    lineHeight: '22px',
  },
} satisfies Record<string, CSSProperties>;

const byNight = (name: keyof typeof site) => `${site[name][1]}!important`;

/** The site's colours by night, for `prefers-color-scheme`. Readers that invert colours themselves keep these pairs distinct too. */
export const darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper,.paper>table>tbody>tr>td{background-color:${byNight('paper')}}.card{background-color:${byNight('card')};border-color:${byNight('line')}}
.ink{color:${byNight('ink')}}.muted{color:${byNight('muted')}}.gold{color:${byNight('gold')}}.link{color:${byNight('primary')}}
.button{background-color:${byNight('primary')};color:${byNight('on-primary')}}}`;
