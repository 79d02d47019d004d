import { momentNames } from '../../content/prayers.ts';
import { sketches } from '../../content/sketches.ts';
import { clockOf, type DayMinutes, type DayTimes, minutesOfDay } from '../clock/clock.ts';
import { frames } from '../drawings/arc-frames.ts';
import { Khatam } from '../drawings/khatam.tsx';
import { centredAt, Picture } from '../drawings/picture.tsx';
import { pointText } from '../drawings/points.ts';
import { crescentPath, newMoon } from '../drawings/shapes.ts';
import { sunPath } from '../drawings/sun-path.ts';
import { useDayShown } from '../prayer-day/day-store.ts';
import type { Task } from '../prayer-day/schedule-tasks.ts';
import { cardTitle } from '../prayer-day/task-words.ts';
import { datesOf } from './date-words.ts';
import { layOutTimeline, movedByCall } from './timeline.ts';

const words = sketches.today;
const frame = frames.slim;
const moon = crescentPath({ x: 0, y: 0 }, 8, newMoon);

/** The screen in its own units, which are pixels where there is room for it: 292 by 620. */
const screen = { width: 292, height: 620, left: 16, right: 276 };
const card = { left: 140, width: screen.right - 140 };

/** The hero's path of the sun in small: drawn from the same data, it is a few bytes of the page. */
const small = { left: 135.6, top: 13, across: 0.36, down: 0.22 };

/** The sun's path through the day, and the sun where it is now. */
function SmallArc({ minutes, sun }: { minutes: DayMinutes; sun: number }) {
  const path = sunPath(minutes, frame);
  const { sunrise, maghrib } = minutes;
  const { x, y } = path.at(Math.min(Math.max(sun, path.start), path.end));
  const at = { x: small.left + x * small.across, y: small.top + y * small.down };
  const isUp = sun >= sunrise && sun <= maghrib;
  return (
    <>
      <g transform={`translate(${small.left} ${small.top})scale(${small.across} ${small.down})`}>
        <path className="sketch-line" d={`M0 ${frame.horizon}H${frame.right}`} />
        <path className="sketch-arc" d={path.line(sunrise, maghrib)} />
        <path className="sketch-arc sketch-dots" d={path.line(path.start, sunrise)} />
        <path className="sketch-arc sketch-dots" d={path.line(maghrib, path.end)} />
      </g>
      {isUp ? (
        <circle className="sketch-sun" {...centredAt(at)} r="7" />
      ) : (
        <path className="sketch-sun" transform={`translate(${pointText(at)})`} d={moon} />
      )}
    </>
  );
}

/** How many characters of a title a card has room for. */
const titleLength = 16;

interface CardProps {
  kind: 'call' | 'moved' | 'task' | 'ghost';
  top: number;
  height: number;
  title?: string;
  text?: string;
}

/** Placed by a transform: the words of all cards stand at the same places, which compresses well. */
function Card({ kind, top, height, title, text }: CardProps) {
  const isTall = height >= 40;
  return (
    <g className={`sketch-card sketch-${kind}`} transform={`translate(${card.left} ${Math.round(top)})`}>
      <rect width={card.width} height={Math.round(height)} rx="9" />
      {title && (
        <text x="11" y={isTall ? 19 : Math.round(height / 2 + 4.5)}>
          {title}
        </text>
      )}
      {isTall && (
        <text className="sketch-fine" x="11" y={kind === 'ghost' ? Math.round(height - 7) : 35}>
          {text}
        </text>
      )}
    </g>
  );
}

interface PlanProps {
  times: DayTimes;
  tasks: readonly Task[];
  isCut: boolean;
}

function Plan({ times, tasks, isCut }: PlanProps) {
  const { rows: all, cards, call } = layOutTimeline(times, tasks);
  const rows = isCut ? all.filter(({ prayer }) => prayer !== 'maghrib' && prayer !== 'isha') : all;
  const moved = call && cards.find(({ slot }) => slot.task.id === movedByCall);
  const wayFrom = Math.round(call ? call.ghost.top + call.ghost.height - 10 : 0);
  return (
    <>
      {rows.map(({ prayer, y }) => (
        <g key={prayer} transform={`translate(0 ${y})`}>
          <path className="sketch-line" d={`M${screen.left} 0H${screen.right}`} />
          <Khatam className="sketch-star" at={{ x: 23, y: 0 }} radius={8} />
          <text className="sketch-time" x="38" y="-6">
            {times[prayer]}
          </text>
          <text className="sketch-fine" x="88" y="-6">
            {momentNames[prayer]}
          </text>
          {call && prayer === 'asr' && (
            <text className="sketch-fine sketch-gold" x="38" y="17">
              {words.unmoved}
            </text>
          )}
        </g>
      ))}
      {call && <Card kind="ghost" {...call.ghost} text={words.ghost} />}
      {call && <Card kind="call" {...call.card} title={words.call} />}
      {moved && (
        <path
          className="sketch-way"
          d={`M${screen.right} ${wayFrom}c16 12 16 40 0 ${Math.round(moved.top + 12) - wayFrom}`}
        />
      )}
      {cards.map(({ slot, top, height }) => (
        <Card
          key={slot.task.id}
          kind={moved?.slot === slot ? 'moved' : 'task'}
          top={top}
          height={height}
          title={cardTitle(slot, titleLength)}
          text={moved?.slot === slot ? words.moved : clockOf(slot.start)}
        />
      ))}
    </>
  );
}

/**
 * The day's plan as the app may show it: with the visitor's own times and tasks where the planner knows them.
 * @param props.isCut where a horizon cuts the phone after the afternoon's tasks: nothing is drawn below them
 */
export function TodaySketch({ isCut = false }: { isCut?: boolean }) {
  const { times, sun, tasks, ...day } = useDayShown();
  const { weekday, hijri } = day.date ? datesOf(day.date, day.hijri) : words;
  return (
    <Picture viewBox={`0 0 ${screen.width} ${screen.height}`}>
      <text className="sketch-title" x={screen.left} y="44">
        {weekday}
      </text>
      <text className="sketch-fine" x={screen.left} y="65">
        {hijri}
      </text>
      <SmallArc minutes={minutesOfDay(times)} sun={sun} />
      <Plan times={times} tasks={tasks} isCut={isCut} />
    </Picture>
  );
}
