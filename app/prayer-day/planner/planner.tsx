import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { tryWords as words } from '../../../content/try-day.ts';
import { clockOf } from '../../drawings/day-path.ts';
import { type LaidDay, layOut, type Slot, type Task, type Wanted } from '../schedule-tasks.ts';
import { onShownDay, shownDay } from '../shown-day.ts';
import { announce } from '../status.ts';
import { AddTask } from './add-task.tsx';
import { nearestWanted, slotOf, withWanted } from './placement.ts';
import { TryArc } from './planner-arc.tsx';
import { TaskRow } from './task-row.tsx';

interface NamedTask extends Task {
  readonly name: string;
}

const initialTasks: readonly NamedTask[] = [
  { id: 'focus', kind: 'focus', minutes: 90, name: words.tasks.focus },
  { id: 'rest', kind: 'rest', minutes: 20, name: words.tasks.rest },
  { id: 'errand', kind: 'errand', minutes: 45, name: words.tasks.errand },
];

const wideScreen = matchMedia('(min-width: 64rem)');
const onWidth = (listener: () => void) => {
  wideScreen.addEventListener('change', listener);
  return () => wideScreen.removeEventListener('change', listener);
};

const timeOf = (slot: Slot | undefined) =>
  slot ? words.span(clockOf(slot.start), clockOf(slot.end)) : words.waiting;

/** Describes a change for screen readers: the changed task first, then every other task that had to move for it. */
function changes(tasks: readonly NamedTask[], before: LaidDay, after: LaidDay, id: string): string {
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

function Trying() {
  const { times, city } = useSyncExternalStore(onShownDay, shownDay);
  const isWide = useSyncExternalStore(onWidth, () => wideScreen.matches);
  const [tasks, setTasks] = useState(initialTasks);
  const toFocus = useRef<string>(undefined);
  const laid = layOut(tasks, times);
  const hasOwn = tasks.some(({ kind }) => kind === 'own');

  useEffect(() => {
    if (toFocus.current) document.getElementById(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  function change(next: readonly NamedTask[], id: string): void {
    announce(changes(next, laid, layOut(next, times), id));
    setTasks(next);
  }
  const move = (id: string, wanted: Wanted | undefined) =>
    change(withWanted(tasks, id, wanted) as NamedTask[], id);

  return (
    <>
      <p className="try-whose">{city === undefined ? words.example : words.ownDay(city)}</p>
      <TryArc
        times={times}
        tasks={tasks}
        laid={laid}
        isWide={isWide}
        onDrop={(id, minute) => move(id, nearestWanted(tasks, id, times, minute))}
      />
      <ol className="try-rows">
        {tasks.map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            name={task.name}
            number={index + 1}
            when={timeOf(slotOf(laid, task.id))}
            onMove={(wanted) => move(task.id, wanted)}
            onRemove={
              task.kind === 'own'
                ? () => {
                    toFocus.current = 'own-task';
                    announce(words.removed(task.name));
                    setTasks(tasks.filter(({ id }) => id !== task.id));
                  }
                : undefined
            }
          />
        ))}
      </ol>
      {!hasOwn && (
        <AddTask
          onAdd={(name, minutes) => {
            toFocus.current = 'move-own';
            change([...tasks, { id: 'own', kind: 'own', minutes, name }], 'own');
          }}
        />
      )}
      <p className="try-note">{words.note}</p>
    </>
  );
}

/** Renders the part to try. The list's controls move and add tasks; dragging is an extra for those who can use it. */
export function showTrying(place: Element): void {
  createRoot(place).render(<Trying />);
}
