import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Choices, plannerWords as words } from '../../content/prayer-day.ts';
import { dayMoments, momentInSentence, momentNames } from '../../content/prayers.ts';
import { minutesOf } from '../clock/clock.ts';
import type { TaskId } from '../clock/tasks.ts';
import { tryAgainLater } from '../ui/scheduling.ts';
import { ChoiceFields } from './choices.tsx';
import { loadCitiesOf } from './cities.ts';
import type { City } from './city-files.ts';
import { minuteLength } from './dates.ts';
import { dayStore } from './day-store.ts';
import { describeToday, type Known } from './describe-today.ts';
import { hijriDay } from './hijri-day.ts';
import { movedTo, nearestPlacement, scheduleTasks, slotOf, type Task } from './schedule-tasks.ts';
import { AddTask, addTaskId, moveId, TaskRow } from './task-list.tsx';
import { describeChange, initialTasks } from './task-words.ts';

/** The id of the heading of the six times. */
const timesHeadingId = 'own-day';

/**
 * The time, new at each minute, and at once when the page becomes visible again: in the background timers stop. Undefined at
 * first.
 */
function useMinute(): Date | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick(): void {
      clearTimeout(timer);
      setNow(new Date());
      timer = setTimeout(tick, minuteLength - (Date.now() % minuteLength));
    }
    function tickIfVisible(): void {
      if (document.visibilityState === 'visible') tick();
    }
    tick();
    document.addEventListener('visibilitychange', tickIfVisible);
    addEventListener('pageshow', tickIfVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tickIfVisible);
      removeEventListener('pageshow', tickIfVisible);
    };
  }, []);
  return now;
}

/** Whether the visitor asks for less motion. `false` at first. */
function useReducedMotion(): boolean {
  const [isReduced, setReduced] = useState(false);
  useEffect(() => setReduced(matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  return isReduced;
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The cities of the visitor's time zone. Undefined at first; if they are lost, they are asked for again later. */
function useCitiesHere(): Known['cities'] {
  const [cities, setCities] = useState<Known['cities']>();
  useEffect(() => {
    async function load(): Promise<void> {
      try {
        setCities(await loadCitiesOf(zoneHere()));
      } catch {
        setCities('lost');
        tryAgainLater(load);
      }
    }
    load();
  }, []);
  return cities;
}

/** Moves the focus after the next rendering. @returns a function that takes the id of the element that gets it */
function useFocusAfterRendering(): (id: string) => void {
  const idToFocus = useRef<string>(undefined);
  useEffect(() => {
    if (idToFocus.current) document.getElementById(idToFocus.current)?.focus();
    idToFocus.current = undefined;
  });
  return (id) => {
    idToFocus.current = id;
  };
}

/** What the visitor has asked for: a city, a method, or under reduced motion only to see their own day. */
interface Wish {
  readonly isOwnDay: boolean;
  readonly chosen: City | undefined;
  readonly choices: Partial<Choices>;
}

/**
 * The planner of the landing page. Until React comes it shows the example of a day. Then it shows today in the largest city of
 * the visitor's time zone, with tasks that they place between the prayers. Nothing is stored.
 */
export function Planner() {
  const now = useMinute();
  const wantsLessMotion = useReducedMotion();
  const cities = useCitiesHere();
  const focusLater = useFocusAfterRendering();
  const [wish, setWish] = useState<Wish>({ isOwnDay: false, chosen: undefined, choices: {} });
  const [tasks, setTasks] = useState(initialTasks);
  const [said, sayAloud] = useState('');

  const isReady = now !== undefined;
  const todayFor = useCallback(
    (wanted: Wish) => {
      const keepsExample = wantsLessMotion && !wanted.isOwnDay;
      return describeToday({ ...wanted, now, cities, zone: zoneHere(), keepsExample });
    },
    [now, cities, wantsLessMotion],
  );
  // A time zone may have hundreds of cities, each with six times to work out: not again while a task is moved.
  const { place, own, times, title, status } = useMemo(() => todayFor(wish), [todayFor, wish]);
  const slots = scheduleTasks(tasks, times);

  function change(next: readonly Task[], id: TaskId): void {
    sayAloud(describeChange(next, slots, scheduleTasks(next, times), id));
    setTasks(next);
  }
  const move = (id: TaskId, placement: Task['placement']) => change(movedTo(tasks, id, placement), id);

  /** Draws what the visitor asks for, under reduced motion too, but then without movement. */
  function draw(changed: Partial<Wish>): void {
    const wanted = { ...wish, chosen: place?.city, ...changed, isOwnDay: true };
    setWish(wanted);
    const today = todayFor(wanted);
    if (today.own) {
      const list = dayMoments.map((moment) => `${momentInSentence(moment)} ${today.times[moment]}`);
      sayAloud(words.said(today.own.place.city.name, list.join(', ')));
    } else {
      sayAloud(today.reason ?? '');
    }
  }

  // This effect runs after each rendering, because `onDrop` needs the present tasks. An equal day is drawn again without movement.
  useEffect(() => {
    if (!isReady) return;
    dayStore.set({
      times,
      tasks,
      isInstant: wantsLessMotion,
      onDrop: (id, minute) => move(id, nearestPlacement(tasks, id, times, minute)),
      ...(own && {
        sun: minutesOf(own.clock),
        label: words.drawn(own.place.city.name),
        date: own.date,
        hijri: hijriDay(own.date),
      }),
    });
  });

  return (
    <>
      {/* Another element for another text: centred words that only changed would count as words that moved. */}
      <h2 key={title} id={timesHeadingId} tabIndex={-1} className="planner-whose">
        {title}
      </h2>
      <dl className="planner-times">
        {dayMoments.map((moment) => (
          <div key={moment} data-next={own?.next === moment || undefined}>
            <dt>{momentNames[moment]}</dt>
            <dd key={times[moment]}>{times[moment]}</dd>
          </div>
        ))}
      </dl>
      <p key={status} className="planner-now">
        {status}
      </p>
      {wantsLessMotion && !wish.isOwnDay && place && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            // This button goes away: the focus moves on to the day that it draws.
            focusLater(timesHeadingId);
            draw({});
          }}
        >
          {words.drawMine}
        </button>
      )}
      <h2 id="planner" className="planner-title">
        {words.title}
      </h2>
      <ol className="planner-tasks">
        {tasks.map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            number={index + 1}
            slot={slotOf(slots, task.id)}
            isReady={isReady}
            onMove={(placement) => move(task.id, placement)}
            onRemove={() => {
              focusLater(addTaskId);
              sayAloud(words.removed(task.name));
              setTasks(tasks.filter(({ id }) => id !== task.id));
            }}
          />
        ))}
      </ol>
      <div className="planner-folds">
        {!tasks.some(({ id }) => id === 'own') && (
          <AddTask
            isReady={isReady}
            onAdd={(name, minutes) => {
              focusLater(moveId('own'));
              change([...tasks, { id: 'own', minutes, name }], 'own');
            }}
          />
        )}
        <details className="planner-choices">
          <summary className="fold-summary">{words.change}</summary>
          <ChoiceFields
            place={place}
            isReady={isReady}
            day={own?.date}
            onCity={(chosen) => draw({ chosen })}
            onChoice={(choice) => draw({ choices: { ...wish.choices, ...choice } })}
            sayAloud={sayAloud}
          />
        </details>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
