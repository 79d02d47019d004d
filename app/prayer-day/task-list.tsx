import { type FormEvent, useState } from 'react';
import { plannerWords as words } from '../../content/prayer-day.ts';
import type { TaskId } from '../clock/tasks.ts';
import { type Placement, placements, type Slot, type Task } from './schedule-tasks.ts';
import { timeOf } from './task-words.ts';

declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    /** Firefox restores at a reload whether a control was enabled, unless this is `off`. On a button only Firefox knows it. */
    autoComplete?: 'off';
  }
}

interface TaskRowProps {
  task: Task;
  number: number;
  slot: Slot | undefined;
  /** Before the script has begun nothing can be moved. */
  isReady: boolean;
  onMove: (placement: Placement | undefined) => void;
  onRemove: () => void;
}

/** The id of the list in which a task is moved. */
export const moveId = (id: TaskId) => `move-${id}`;

/** One task of the list: its number on the arc, when it is, and where it can be moved. */
export function TaskRow({ task, number, slot, isReady, onMove, onRemove }: TaskRowProps) {
  return (
    <li className="planner-task">
      <span className="planner-number" aria-hidden="true">
        {number}
      </span>
      <p className="planner-name">
        <strong dir="auto">{task.name}</strong> <span>{words.minutes(task.minutes)}</span>
      </p>
      <p className="planner-when">{timeOf(slot)}</p>
      <div className="planner-move">
        <div className="planner-select">
          <select
            className="control"
            id={moveId(task.id)}
            aria-label={words.move(task.name)}
            autoComplete="off"
            disabled={!isReady}
            value={task.placement ?? ''}
            onChange={(event) => onMove((event.target.value || undefined) as Placement | undefined)}
          >
            <option value="">{words.usual}</option>
            {isReady &&
              placements.map(({ placement, side, prayer }) => (
                <option key={placement} value={placement}>
                  {words.placement(side, prayer)}
                </option>
              ))}
          </select>
        </div>
        {task.id === 'own' && (
          <button type="button" className="link" aria-label={words.removeTask(task.name)} onClick={onRemove}>
            {words.remove}
          </button>
        )}
      </div>
    </li>
  );
}

/** The longest name that fits beside the task's time on a phone, in characters. */
const longestName = 60;

/** The id of what unfolds the form for the fourth task. */
export const addTaskId = 'add-task';

/** The form for the fourth task. What is typed stays in the page. */
export function AddTask(props: { isReady: boolean; onAdd: (name: string, minutes: number) => void }) {
  const { isReady, onAdd } = props;
  const [isUnnamed, setUnnamed] = useState(false);
  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = [...String(fields.get('task')).trim()].slice(0, longestName).join('');
    setUnnamed(name === '');
    if (name !== '') onAdd(name, Number(fields.get('minutes')));
  }
  return (
    <details className="planner-add">
      <summary id={addTaskId} className="fold-summary">
        {words.own.title}
      </summary>
      {/* The method `dialog` sends nothing: what was typed never stands in the page's address, even without a script. */}
      <form method="dialog" onSubmit={add}>
        <div className="field">
          <label htmlFor="own-task">{words.own.label}</label>
          <input
            id="own-task"
            name="task"
            className="control"
            dir="auto"
            autoComplete="off"
            maxLength={longestName}
            placeholder={words.own.example}
            aria-invalid={isUnnamed || undefined}
            aria-describedby={isUnnamed ? 'own-task-error' : undefined}
          />
        </div>
        <div className="field">
          <label htmlFor="own-task-minutes">{words.own.takes}</label>
          <div className="planner-select">
            <select id="own-task-minutes" name="minutes" className="control" defaultValue={30}>
              {[15, 30, 45, 60, 90].map((length) => (
                <option key={length} value={length}>
                  {words.minutes(length)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <button type="submit" className="button button-primary" autoComplete="off" disabled={!isReady}>
          {words.own.add}
        </button>
        {isUnnamed && (
          <p id="own-task-error" role="alert" className="field-error">
            {words.nameIt}
          </p>
        )}
      </form>
    </details>
  );
}
