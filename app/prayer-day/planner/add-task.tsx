import { type FormEvent, useState } from 'react';
import { tryWords } from '../../../content/try-day.ts';

interface AddTaskProps {
  onAdd: (name: string, minutes: number) => void;
}

const { own: words, nameIt, minutes: inWords } = tryWords;
const lengths = [15, 30, 45, 60, 90] as const;
/** The longest name that fits beside the task's time on a phone, in characters. */
const longestName = 60;

/** The form for the fourth task. What is typed stays in the page. */
export function AddTask({ onAdd }: AddTaskProps) {
  const [isUnnamed, setUnnamed] = useState(false);
  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get('task')).trim();
    setUnnamed(name === '');
    if (name !== '') onAdd(name, Number(fields.get('minutes')));
  }
  return (
    <form className="try-add" onSubmit={add}>
      <div className="field">
        <label htmlFor="own-task">{words.label}</label>
        <input
          id="own-task"
          name="task"
          className="control"
          autoComplete="off"
          maxLength={longestName}
          placeholder={words.example}
          aria-invalid={isUnnamed || undefined}
          aria-describedby={isUnnamed ? 'own-task-error' : undefined}
        />
      </div>
      <div className="field">
        <label htmlFor="own-task-minutes">{words.takes}</label>
        <div className="own-day-select">
          <select id="own-task-minutes" name="minutes" className="control" defaultValue={30}>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {inWords(length)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <button type="submit" className="button button-primary">
        {words.add}
      </button>
      {isUnnamed && (
        <p id="own-task-error" role="alert" className="field-error">
          {nameIt}
        </p>
      )}
    </form>
  );
}
