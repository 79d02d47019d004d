import { useEffect, useRef, useState } from 'react';
import { day as dayWords } from '../../content/pages/landing/day.ts';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { dayMoments } from '../../content/prayers.ts';
import { equinoxDay, minutesOf } from '../drawings/day-path.ts';
import { tryAgainLater } from '../islands/arrival.ts';
import { ChoiceFields } from './choices.tsx';
import { loadPlaces, minutesElsewhere, type Place } from './cities.ts';
import { addDays, dayAt, nextPrayer, timeAt } from './clock.ts';
import { dayStore } from './day-store.ts';
import { initialTasks, timeOf } from './hero-arc.tsx';
import { type Choices, prayerTimes, usualChoices } from './prayer-times.ts';
import { layOut, movedTo, nearestPlacement, type Slot, slotOf, type Task } from './schedule-tasks.ts';
import { AddTask, TaskRow } from './task-list.tsx';

/** The heading of the six times. */
const ownDayId = 'own-day';

/** The time, new at each minute and at once when the page becomes visible again: timers stop in the background. Undefined at first. */
function useMinute(): Date | undefined {
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function tick(): void {
      clearTimeout(timer);
      setNow(new Date());
      timer = setTimeout(tick, 60_000 - (Date.now() % 60_000));
    }
    const whenBack = () => document.visibilityState === 'visible' && tick();
    tick();
    document.addEventListener('visibilitychange', whenBack);
    addEventListener('pageshow', whenBack);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenBack);
      removeEventListener('pageshow', whenBack);
    };
  }, []);
  return now;
}

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today at a place, with the clock and the next moment in words, or why the example stays. */
function ownDayAt(place: Place, choices: Choices, now: Date) {
  const [day, clock] = [dayAt(place, now), timeAt(place, now)];
  if (clock === undefined) return words.stays.clocks(place.city);
  const timesOn = (days: number) => prayerTimes(place, addDays(day, days), choices);
  const times = timesOn(0);
  if (!times) return words.stays.sun(place.city);
  const next = nextPrayer(clock, times, timesOn(-1), timesOn(1));
  const name = dayWords.moments[next.moment].replace(/^./, (letter) => letter.toUpperCase());
  return { day, clock, times, next: next.moment, now: words.now(clock, name, next) };
}

/** Describes a change for screen readers: the changed task first, then every other task that had to move for it. */
function changes(tasks: readonly Task[], before: readonly Slot[], after: readonly Slot[], id: string) {
  const moved = tasks.filter((task) => timeOf(slotOf(before, task.id)) !== timeOf(slotOf(after, task.id)));
  const first = tasks.find((task) => task.id === id);
  if (first && moved.length === 0) return words.unchanged(first.name, timeOf(slotOf(after, id)));
  return moved
    .toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
    .map(({ id, name }) => {
      const slot = slotOf(after, id);
      return slot ? words.laid(name, timeOf(slot)) : words.leftOut(name);
    })
    .join(' ');
}

/**
 * The example of a day until React comes, then the visitor's own: the largest city of their time zone, today's
 * times there, and tasks that they lay between the prayers. Nothing is stored.
 */
export function Planner() {
  const now = useMinute();
  const [isStill, setStill] = useState(false);
  const [wantsOwn, setWantsOwn] = useState(false);
  const [places, setPlaces] = useState<readonly Place[] | 'lost'>();
  const [chosen, setChosen] = useState<Place>();
  const [choice, setChoice] = useState<Partial<Choices>>({});
  const [tasks, setTasks] = useState(initialTasks);
  const [said, announce] = useState('');
  const toFocus = useRef<string>(undefined);

  useEffect(() => {
    setStill(matchMedia('(prefers-reduced-motion: reduce)').matches);
    const load = () =>
      loadPlaces(zoneHere()).then(setPlaces, () => {
        setPlaces('lost');
        tryAgainLater(load);
      });
    load();
  }, []);
  useEffect(() => {
    if (toFocus.current) document.getElementById(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  const guesses = Array.isArray(places) ? places : [];
  const place: Place | undefined = chosen ?? guesses[0];
  const choices = place && { ...usualChoices(place), ...choice };

  function todayAt(there: Place | undefined, by: Partial<Choices>) {
    if (!now || !places) return undefined;
    if (!there) return places === 'lost' ? words.stays.lost : words.stays.zone(zoneHere());
    return ownDayAt(there, { ...usualChoices(there), ...by }, now);
  }
  const today = isStill && !wantsOwn && place ? words.stays.motion : todayAt(place, choice);
  const own = typeof today === 'object' ? today : undefined;
  const times = own?.times ?? equinoxDay;
  const laid = layOut(tasks, times);
  const whose = own && place && (place === guesses[0] ? words.guessed : words.chosen)(place.city);
  const apart = own && choices && place === guesses[0] ? minutesElsewhere(guesses, own.day, choices) : 0;
  const title = whose ?? words.example;
  const why = typeof today === 'string' && today;
  const status = [why, own?.now, apart > 0 && words.elsewhere(apart), words.mosque].filter(Boolean).join(' ');

  function change(next: readonly Task[], id: string): void {
    announce(changes(next, laid, layOut(next, times), id));
    setTasks(next);
  }
  const move = (id: string, placement: Task['placement']) => change(movedTo(tasks, id, placement), id);

  /** Draws what the visitor asks for, under reduced motion too, but then without movement. */
  function choose(there: Place | undefined, by: Partial<Choices>): void {
    setChosen(there);
    setChoice(by);
    setWantsOwn(true);
    const next = todayAt(there, by);
    if (typeof next !== 'object') announce(next ?? '');
    else if (there) {
      const list = dayMoments.map((moment) => `${dayWords.moments[moment]} ${next.times[moment]}`);
      announce(words.said(there.city, list.join(', ')));
    }
  }

  /** The button goes with its press: the focus moves on to the day that it draws. */
  function drawOwn(): void {
    toFocus.current = ownDayId;
    choose(place, choice);
  }

  useEffect(() => {
    if (!now) return;
    dayStore.set({
      times,
      tasks,
      isInstant: isStill,
      onDrop: (id, minute) => move(id, nearestPlacement(tasks, id, times, minute)),
      ...(own && place && { sun: minutesOf(own.clock), label: words.drawn(place.city), date: own.day }),
    });
  });

  return (
    <>
      {/* Another element for another text: centred words that only changed would count as words that moved. */}
      <h2 key={title} id={ownDayId} tabIndex={-1} className="planner-whose">
        {title}
      </h2>
      <dl className="planner-times">
        {dayMoments.map((moment) => (
          <div key={moment} data-next={own?.next === moment || undefined}>
            <dt>{dayWords.moments[moment]}</dt>
            <dd key={times[moment]}>{times[moment]}</dd>
          </div>
        ))}
      </dl>
      <p key={status} className="planner-now">
        {status}
      </p>
      {isStill && !wantsOwn && place && (
        <button type="button" className="button button-quiet" onClick={drawOwn}>
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
            slot={slotOf(laid, task.id)}
            isReady={now !== undefined}
            onMove={(placement) => move(task.id, placement)}
            onRemove={() => {
              toFocus.current = 'add-task';
              announce(words.removed(task.name));
              setTasks(tasks.filter(({ id }) => id !== task.id));
            }}
          />
        ))}
      </ol>
      <div className="planner-folds">
        {!tasks.some(({ kind }) => kind === 'own') && (
          <AddTask
            isReady={now !== undefined}
            onAdd={(name, minutes) => {
              toFocus.current = 'move-own';
              change([...tasks, { id: 'own', kind: 'own', minutes, name }], 'own');
            }}
          />
        )}
        <details className="planner-choices">
          <summary>{words.change}</summary>
          <ChoiceFields
            place={place}
            choices={choices}
            isReady={now !== undefined}
            day={own?.day}
            onPlace={(there) => choose(there, choice)}
            onChoice={(by) => choose(place, { ...choice, ...by })}
            announce={announce}
          />
        </details>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
