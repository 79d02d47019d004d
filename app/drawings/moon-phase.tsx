import { Picture } from './picture.tsx';

/** How far the edge of the light bulges to the left of the middle, as a share of the radius. */
const bulge = { crescent: -0.62, quarter: 0, gibbous: 0.58, full: 1 };
type MoonPhaseName = keyof typeof bulge;
export const moonPhases = Object.keys(bulge) as readonly MoonPhaseName[];
const radius = 30;

/** A growing moon is lit from the right: half its rim, closed by the edge of the light, which is half an ellipse. */
function litPart(phase: MoonPhaseName): string {
  const edge = bulge[phase] * radius;
  const sweep = edge > 0 ? 1 : 0;
  return `M40 ${40 - radius}A${radius} ${radius} 0 0 1 40 ${40 + radius}A${Math.abs(edge)} ${radius} 0 0 ${sweep} 40 ${40 - radius}Z`;
}

const maria = [
  [48, 30, 6],
  [52, 47, 4],
  [43, 56, 5],
  [33, 36, 4.5],
  [27, 50, 3.5],
] as const;

/**
 * One of four phases of a growing moon, for the four quarters of a year.
 * @param id the id of its clip path: a page may show the same phase twice
 */
export function MoonPhase({ phase, id = `moon-phase-${phase}` }: { phase: MoonPhaseName; id?: string }) {
  return (
    <Picture className="moon-phase" width="80" height="80" viewBox="0 0 80 80">
      <defs>
        <clipPath id={id}>
          <path d={litPart(phase)} />
        </clipPath>
      </defs>
      <circle
        cx="40"
        cy="40"
        r="38.5"
        stroke="var(--line)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
      <circle cx="40" cy="40" r={radius - 0.4} fill="var(--moon-dark)" />
      <path d={litPart(phase)} fill="var(--moon-lit)" />
      <g clipPath={`url(#${id})`} fill="var(--moon-lit-maria)" opacity="0.38">
        {maria.map(([x, y, size]) => (
          <circle key={x} cx={x} cy={y} r={size} />
        ))}
      </g>
    </Picture>
  );
}
