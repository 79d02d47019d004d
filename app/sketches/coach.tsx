import { footerVerse } from '../../content/scripture.ts';
import { sketches } from '../../content/sketches.ts';
import { Khatam } from '../drawings/khatam.tsx';
import { Picture } from '../drawings/picture.tsx';
import { arabicAsSet } from '../ui/scripture-html.ts';

const words = sketches.coach;
/** Each ayah on a line of its own: it ends with its number, and a space that may break follows. */
const ayat = arabicAsSet(footerVerse).split(/(?<=\u06DD[\u0660-\u0669]+) /u);

/** Where the stars of the ten old lines stand. */
const oldLines = Array.from({ length: 10 }, (_, index) => 27 + index * 20);

/** The memorisation coach after Fajr: three new lines, ten old ones, and the page that is lost again and again. */
export function Coach() {
  return (
    <Picture viewBox="0 0 236 520">
      <text className="sketch-time" x="20" y="46">
        {words.at}
      </text>
      <text className="sketch-fine" x="216" y="44" textAnchor="end">
        {words.when}
      </text>
      <g lang="ar" direction="rtl" className="sketch-verse" textAnchor="middle">
        {ayat.map((ayah, index) => (
          <text key={ayah} x="118" y={114 + index * 74}>
            {ayah}
          </text>
        ))}
      </g>
      <text className="sketch-title" x="20" y="258">
        {words.fresh}
      </text>
      <text className="sketch-fine" x="20" y="284">
        {words.old}
      </text>
      <g className="sketch-star">
        {oldLines.map((x) => (
          <Khatam key={x} at={{ x, y: 304 }} radius={8} />
        ))}
      </g>
      <g className="sketch-page">
        <rect x="20" y="324" width="196" height="112" rx="12" />
        <path d="M40 346H196M40 362H196M40 378H196M40 394H150" />
      </g>
      <text className="sketch-fine sketch-gold" x="118" y="420" textAnchor="middle">
        {words.page}
      </text>
    </Picture>
  );
}
