import { sketches } from '../../content/sketches.ts';
import { Khatam } from '../drawings/khatam.tsx';
import { Picture } from '../drawings/picture.tsx';
import { crescentPath, newMoon } from '../drawings/shapes.ts';

const words = sketches.night;
const moon = crescentPath({ x: 194, y: 48 }, 17, newMoon);

/** Four questions at night: one asked and answered, three waiting. It is night on it by day, too. */
export function Night() {
  return (
    <Picture viewBox="0 0 236 520">
      <path className="sketch-sun" d={moon} />
      <text className="sketch-fine" x="20" y="52">
        {words.when}
      </text>
      {words.question.map((line, index) => (
        <text key={line} className="sketch-question" x="20" y={124 + index * 35}>
          {line}
        </text>
      ))}
      <Khatam className="sketch-star" at={{ x: 26, y: 241 }} radius={8} />
      <text className="sketch-answer" x="42" y="246">
        {words.answer}
      </text>
      {words.waiting.map((question, index) => (
        <g key={question}>
          <path className="sketch-line" d={`M20 ${280 + index * 50}H216`} />
          <text className="sketch-waits" x="20" y={310 + index * 50}>
            {question}
          </text>
        </g>
      ))}
    </Picture>
  );
}
