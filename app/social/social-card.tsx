import { Logo } from '../drawings/logo.tsx';
import { StarSky } from '../drawings/star-sky.tsx';
import { SocialDrawing, type SocialSubject, titleRoom } from './social-drawing.tsx';

interface SocialCardProps {
  /** The product's name, beside its mark. */
  name: string;
  title: string;
  subject: SocialSubject;
}

/** Advance widths of Instrument Serif in thousandths of its size, each about the mean of its group of letters. */
const advance = (character: string): number => {
  if (/[ ilIjJ1.,:;!|'’·]/.test(character)) return 225;
  if (/[trfs()/?]/.test(character)) return 325;
  if (/[mMwWX@%&—]/.test(character)) return 670;
  if (/[A-Z]/.test(character)) return 490;
  return 425;
};
const widthOf = (text: string, size: number) =>
  ([...text].reduce((sum, character) => sum + advance(character), 0) * size) / 1000;

/** Breaks a title into lines that fit, of similar length if possible, so that no last word stands alone. */
function linesOf(title: string, room: number, size: number): string[] {
  const words = title.split(' ');
  const fill = (limit: number) => {
    const lines: string[] = [];
    for (const word of words) {
      const last = lines.at(-1);
      if (last !== undefined && widthOf(`${last} ${word}`, size) <= limit)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  };
  const fewest = fill(room).length;
  let limit = room;
  while (limit > 200 && fill(limit - 20).length === fewest) limit -= 20;
  return fill(limit);
}

/** The picture shown where a page's URL is shared: 1200 by 630, the page's title over its own drawing. */
export function SocialCard({ name, title, subject }: SocialCardProps) {
  const { width, size, foot } = titleRoom[subject.kind];
  const lines = linesOf(title, width, size);
  const first = foot ? 556 - (lines.length - 1) * size * 1.04 : 176 + size * 0.72;
  const dawn = subject.kind === 'landing';
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="1200"
      height="630"
      viewBox="0 0 1200 630"
      fill="none"
      color="#fff"
      // A static instance of the variable font has the name of its lightest weight, whatever its own weight.
      fontFamily="Figtree, Figtree Light"
      role="img"
      aria-label={title}
    >
      <defs>
        <linearGradient
          id="social-sky"
          x1="0"
          x2="0"
          y1="0"
          y2={dawn ? 540 : 630}
          gradientUnits="userSpaceOnUse"
        >
          <stop stopColor="#0b1d2b" />
          <stop offset={dawn ? 0.36 : 0.7} stopColor="#12324a" />
          <stop offset={dawn ? 0.62 : 1} stopColor={dawn ? '#27506b' : '#1d4059'} />
          {dawn && (
            <>
              <stop offset="0.8" stopColor="#6f8796" />
              <stop offset="0.95" stopColor="#e3ab84" />
              <stop offset="1" stopColor="#f7ddb9" />
            </>
          )}
        </linearGradient>
        <linearGradient id="social-shade" x1="0" x2="0" y1="0" y2="1">
          <stop stopColor="#0b1d2b" stopOpacity="0.9" />
          <stop offset="0.55" stopColor="#0b1d2b" stopOpacity="0.55" />
          <stop offset="1" stopColor="#0b1d2b" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="1200" height="630" fill="url(#social-sky)" />
      <StarSky />
      <SocialDrawing subject={subject} />
      <svg x="72" y="62" width="64" height="44" viewBox="0 0 32 22" aria-hidden="true">
        <Logo />
      </svg>
      <g fontFamily="Instrument Serif" fill="#fff">
        <text x="152" y="101" fontSize="46">
          {name}
        </text>
        {lines.map((line, index) => (
          <text key={line} x="72" y={first + index * size * 1.04} fontSize={size}>
            {line}
          </text>
        ))}
      </g>
    </svg>
  );
}
