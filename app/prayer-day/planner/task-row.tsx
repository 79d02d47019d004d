import { tryWords as words } from '../../../content/try-day.ts';
import type { Task, Wanted } from '../schedule-tasks.ts';
import { wantedPlaces } from './placement.ts';

interface TaskRowProps {
  task: Task;
  name: string;
  number: number;
  /** The task's time, in words. */
  when: string;
  onMove: (wanted: Wanted | undefined) => void;
  onRemove?: (() => void) | undefined;
}

/** One task of the list: its number on the arc, when it is, and where it can be moved. */
export function TaskRow({ task, name, number, when, onMove, onRemove }: TaskRowProps) {
  return (
    <li className="try-row">
      <span className={`try-number try-${task.kind}`} aria-hidden="true">
        {number}
      </span>
      <p className="try-task">
        <strong>{name}</strong>
        <span>{words.minutes(task.minutes)}</span>
      </p>
      <p className="try-when">{when}</p>
      <div className="try-move">
        <label htmlFor={`move-${task.id}`}>
          {words.move}
          <span className="visually-hidden"> {name}</span>
        </label>
        <div className="own-day-select">
          <select
            className="control"
            id={`move-${task.id}`}
            value={task.wanted ?? ''}
            onChange={(event) => onMove((event.target.value || undefined) as Wanted | undefined)}
          >
            <option value="">{words.usual}</option>
            {wantedPlaces.map(({ wanted, side, prayer }) => (
              <option key={wanted} value={wanted}>
                {words.wanted(side, prayer)}
              </option>
            ))}
          </select>
        </div>
        {onRemove && (
          <button
            type="button"
            className="link try-remove"
            aria-label={words.removeTask(name)}
            onClick={onRemove}
          >
            {words.remove}
          </button>
        )}
      </div>
    </li>
  );
}
