import type { CSSProperties } from 'react';

/** The site's light colours (app/styles/tokens.css), copied because mail readers do not support custom properties. */
export const colours = {
  paper: '#FBF8F2',
  card: '#FFFFFF',
  ink: '#0B1F2A',
  muted: '#4A5A60',
  line: '#E7DFD1',
  primary: '#0E5F52',
  onPrimary: '#FFFFFF',
  gold: '#8A5A12',
} as const;

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
    color: colours.onPrimary,
    fontWeight: 600,
    lineHeight: '22px',
  },
} satisfies Record<string, CSSProperties>;

/** The site's dark colours, for `prefers-color-scheme`. Readers that invert colours themselves keep these pairs distinct too. */
export const darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper,.paper>table>tbody>tr>td{background-color:#0C1A22!important}.card{background-color:#12242E!important;border-color:#21363F!important}
.ink{color:#EDE7DB!important}.muted{color:#A7B4B8!important}.gold{color:#E5B769!important}.link{color:#5CC8AE!important}
.button{background-color:#5CC8AE!important;color:#0C1A22!important}}`;
