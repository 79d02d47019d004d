import { centredAt, Picture } from './picture.tsx';
import { logoParts } from './shapes.ts';

const { width, height, arc, brokenArc, horizon, sun, sunRadius } = logoParts;
const box = { width, height, viewBox: `0 0 ${width} ${height}` };

/** The mark: the day's arc crossing its horizon, and the sun of the early hours on it. */
export function Logo() {
  return (
    <Picture {...box}>
      <path d={horizon} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" opacity="0.55" />
      <path d={brokenArc} stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <circle {...centredAt(sun)} r={sunRadius} fill="var(--gold-fill)" />
    </Picture>
  );
}

/** Work under way: the mark's sun crossing its arc (drawings.css). The words beside it say what is being done. */
export function LoadingArc() {
  return (
    <Picture className="loading-arc" {...box}>
      <path d={horizon} stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" opacity="0.5" />
      <path d={arc} stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity="0.5" />
      <circle className="loading-arc-sun" r={sunRadius} fill="currentColor" />
    </Picture>
  );
}
