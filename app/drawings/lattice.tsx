import { palette } from '../../content/colours.ts';
import { Dawn } from './dawn.tsx';
import { Khatam } from './khatam.tsx';
import { Picture } from './picture.tsx';
import { khatamSquares } from './shapes.ts';

const width = 360;
const height = 420;
const cell = 45;
const centre = { x: cell / 2, y: cell / 2 };

/** The outline of a window with a pointed head, so many units outside its opening. */
function opening(outside: number): string {
  const left = 48 - outside;
  const right = width - 48 + outside;
  const top = 40 - outside;
  const radius = 178 + outside;
  const side = `A${radius} ${radius} 0 0 1`;
  return `M${left} ${height}V196${side} ${width / 2} ${top}${side} ${right} 196V${height}`;
}

/** A mashrabiya: a window whose lattice lets the light of dawn through, and no glance. */
export function Lattice() {
  return (
    <Picture className="lattice" viewBox={`0 0 ${width} ${height}`}>
      <defs>
        <pattern id="lattice-cell" width={cell} height={cell} patternUnits="userSpaceOnUse">
          <g stroke={palette.night}>
            <Khatam at={centre} radius={cell / 2} strokeWidth="2" />
            <path d={khatamSquares(centre, cell * 0.22)} strokeWidth="2.5" />
          </g>
        </pattern>
        <Dawn id="lattice-dawn" offsets={[0.35, 0.62, 0.85]} />
      </defs>
      <path d={`${opening(0)}Z`} fill="url(#lattice-dawn)" />
      <path d={`${opening(0)}Z`} fill="url(#lattice-cell)" />
      <g stroke={palette.gold}>
        <path d={opening(0)} strokeWidth="2" />
        <path d={opening(14)} strokeOpacity="0.55" />
        <path d={opening(28)} strokeOpacity="0.3" />
      </g>
    </Picture>
  );
}
