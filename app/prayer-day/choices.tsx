import { useState } from 'react';
import type { islamPath } from '../../content/paths.ts';
import { asrWords, type Choices, methodWords, plannerWords } from '../../content/prayer-day.ts';
import { CityField } from './city-field.tsx';
import type { City } from './city-files.ts';
import { type CalendarDay, longDay } from './dates.ts';
import type { Place } from './prayer-times.ts';

/** Checked by type: an import would give these paths a chunk of their own, which every page's head would name. */
const howWeKnowPath: `${typeof islamPath}#prayer-times` = '/islam#prayer-times';

/** The values of a select and their names, in the order of the list. */
type Options = readonly (readonly [value: string, { name: string }])[];

const methodOptions: Options = Object.entries(methodWords).sort(([, a], [, b]) =>
  a.name.localeCompare(b.name, 'en'),
);
const asrOptions: Options = Object.entries(asrWords);

interface ChoiceSelectProps {
  name: keyof Choices;
  options: Options;
  /** The choice that is drawn; without one there is nothing to choose yet. */
  value: string | undefined;
  onChoice: (choice: Partial<Choices>) => void;
}

function ChoiceSelect({ name, options, value, onChoice }: ChoiceSelectProps) {
  const id = `own-${name}`;
  // The options are not in the page before they can be chosen from: its HTML is lighter.
  const present = value === undefined ? [] : options;
  return (
    <div className="field">
      <label htmlFor={id}>{plannerWords.fields[name]}</label>
      <div className="planner-select">
        <select
          id={id}
          className="control"
          autoComplete="off"
          disabled={value === undefined}
          value={value ?? ''}
          onChange={(event) => onChoice({ [name]: event.target.value })}
        >
          {present.map(([option, { name }]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface SaveMonthProps {
  place: Place;
  sayAloud: (text: string) => void;
}

/** The button that makes a calendar file of the next thirty days. */
function SaveMonth({ place, sayAloud }: SaveMonthProps) {
  const [error, setError] = useState('');
  async function save(): Promise<void> {
    setError('');
    sayAloud(plannerWords.making);
    try {
      const { downloadMonth } = await import('./month-calendar.ts');
      sayAloud(plannerWords.made(downloadMonth(place)));
    } catch {
      sayAloud('');
      setError(plannerWords.failed);
    }
  }
  return (
    <div>
      <button type="button" className="button button-quiet" onClick={save}>
        <span>
          <span>{plannerWords.take}</span>
          <small>{plannerWords.takeKind}</small>
        </span>
      </button>
      <p className="field-error" role="alert">
        {error}
      </p>
    </div>
  );
}

interface ChoicesProps {
  place: Place | undefined;
  /** Before the script has begun there is nothing to explain. */
  isReady: boolean;
  /** The date there. Undefined while the example is shown, which nobody should take along. */
  day: CalendarDay | undefined;
  onCity: (city: City) => void;
  onChoice: (choice: Partial<Choices>) => void;
  sayAloud: (text: string) => void;
}

/** What stands folded: the city, the method, the school for Asr and the calendar file. */
export function ChoiceFields(props: ChoicesProps) {
  const { place, isReady, day, onCity, onChoice, sayAloud } = props;
  return (
    <>
      <div className="planner-fields">
        <CityField city={place?.city} onCity={onCity} sayAloud={sayAloud} />
        <ChoiceSelect
          name="method"
          options={methodOptions}
          value={place?.choices.method}
          onChoice={onChoice}
        />
        <ChoiceSelect name="asr" options={asrOptions} value={place?.choices.asr} onChoice={onChoice} />
      </div>
      {place && day && <p>{plannerWords.means(place.choices, longDay(day))}</p>}
      {isReady && (
        <p>
          <span>{`${plannerWords.free} ${plannerWords.forThisVisit} `}</span>
          <a className="link" href={howWeKnowPath}>
            {plannerWords.howWeKnow}
          </a>
          <span>{'.'}</span>
        </p>
      )}
      {place && day && <SaveMonth place={place} sayAloud={sayAloud} />}
    </>
  );
}
