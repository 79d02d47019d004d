import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { asrWords, methodWords, plannerWords as words } from '../../content/prayer-day.ts';
import { findCities, fullName, loadCities, loadPlaces } from './cities.ts';
import type { FoundCity, Place } from './city-files.ts';
import { type CalendarDay, longDay } from './dates.ts';
import type { Choices } from './prayer-times.ts';

const id = 'own-city';

/**
 * Finds any city of the world while it is typed: a combobox with a list, as the ARIA Authoring Practices describe it. The
 * names come when the field is first focused, a city's coordinates when it is chosen.
 */
function CityField({ place, onPlace, announce }: Pick<ChoicesProps, 'place' | 'onPlace' | 'announce'>) {
  const cities = useRef<readonly FoundCity[] | 'loading' | 'lost'>(undefined);
  /** What is typed; undefined while the field shows the city of the drawn day. */
  const [typed, setTyped] = useState<string>();
  const [found, setFound] = useState<readonly FoundCity[]>([]);
  const [active, setActive] = useState(0);
  const [hint, setHint] = useState('');
  /** The last one that was chosen: the file of an earlier one may come later. */
  const last = useRef<FoundCity>(undefined);
  /** What is sought now; undefined while nobody has typed since the field was entered. */
  const sought = useRef<string>(undefined);
  const field = useRef<HTMLInputElement>(null);

  // What is being typed when React comes: the next rendering would write the drawn day's city over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once.
  useLayoutEffect(() => {
    const isTyping = document.activeElement === field.current;
    if (field.current?.value && isTyping) search(field.current.value);
  }, []);

  function look(text: string): void {
    const list = cities.current;
    const next = Array.isArray(list) ? findCities(list, text) : [];
    setFound(next);
    setActive(0);
    if (text.trim() === '') setHint('');
    else if (list === 'loading') setHint(words.searching);
    else if (list === 'lost') setHint(words.noList);
    else setHint(next.length === 0 ? words.noCity : '');
    if (next.length > 0) announce(words.cities(next.length));
  }

  async function fetchCities(): Promise<void> {
    if (Array.isArray(cities.current) || cities.current === 'loading') return;
    cities.current = 'loading';
    cities.current = await loadCities().catch(() => 'lost' as const);
    if (sought.current !== undefined) look(sought.current);
  }

  function search(text: string): void {
    sought.current = text;
    setTyped(text);
    fetchCities();
    look(text);
  }

  function close(): void {
    sought.current = undefined;
    setTyped(undefined);
    setFound([]);
    setHint('');
  }

  async function choose(city: FoundCity | undefined): Promise<void> {
    if (!city) return;
    close();
    // The field has its name before its place comes: it would change under whoever types the next search meanwhile.
    const name = fullName(city);
    setTyped(name);
    last.current = city;
    try {
      const chosen = (await loadPlaces(city.zone))[city.index];
      if (chosen && last.current === city) onPlace(chosen);
    } catch {
      if (last.current === city) setHint(words.noList);
    }
    setTyped((now) => (now === name ? undefined : now));
  }

  function onKeyDown(event: KeyboardEvent): void {
    // These keys belong to what composes the letters (IME).
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      const next = (active + step + found.length) % found.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    } else if (event.key === 'Enter' && typed !== undefined) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Tab') {
      choose(found[active]);
    } else if (event.key === 'Escape') close();
  }

  return (
    <div className="field">
      <label htmlFor={id}>{words.fields.city}</label>
      <input
        ref={field}
        id={id}
        className="control"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed ?? (place ? fullName(place) : '')}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          fetchCities();
        }}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        id={`${id}-list`}
        className="planner-cities"
        role="listbox"
        aria-label={words.fields.city}
        hidden={found.length === 0}
      >
        {found.map((city, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field answers the keys.
          <div
            key={`${city.zone} ${city.index}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(city)}
          >
            {fullName(city)}
          </div>
        ))}
      </div>
      <p id={`${id}-hint`} className="field-error" aria-live="polite">
        {hint}
      </p>
    </div>
  );
}

interface ChoicesProps {
  place: Place | undefined;
  choices: Choices | undefined;
  /** Before the script has begun there is nothing to explain. */
  isReady: boolean;
  /** The date there. Undefined while the example is shown, which nobody should take along. */
  day: CalendarDay | undefined;
  onPlace: (place: Place) => void;
  onChoice: (choice: Partial<Choices>) => void;
  announce: (text: string) => void;
}

/** What stands folded: the city, the method, the school for Asr and the calendar file. */
export function ChoiceFields(props: ChoicesProps) {
  const { place, choices, isReady, day, onPlace, onChoice, announce } = props;
  const [failed, setFailed] = useState('');
  const select = (name: keyof Choices, options: Readonly<Record<string, { name: string }>>) => (
    <div className="field">
      <label htmlFor={`own-${name}`}>{words.fields[name]}</label>
      <div className="planner-select">
        <select
          id={`own-${name}`}
          className="control"
          autoComplete="off"
          disabled={!choices}
          value={choices?.[name] ?? ''}
          onChange={(event) => onChoice({ [name]: event.target.value })}
        >
          {/* Not in the page before they can be chosen from: its HTML is lighter. */}
          {Object.entries(choices ? options : {})
            .sort(([, a], [, b]) => (name === 'method' ? a.name.localeCompare(b.name, 'en') : 0))
            .map(([value, option]) => (
              <option key={value} value={value}>
                {option.name}
              </option>
            ))}
        </select>
      </div>
    </div>
  );
  function take(): void {
    if (!place || !choices) return;
    setFailed('');
    announce(words.making);
    import('./month-calendar.ts').then(
      ({ downloadMonth }) => announce(words.made(downloadMonth(place, choices))),
      () => {
        announce('');
        setFailed(words.failed);
      },
    );
  }
  return (
    <>
      <div className="planner-fields">
        <CityField place={place} onPlace={onPlace} announce={announce} />
        {select('method', methodWords)}
        {select('asr', asrWords)}
      </div>
      {day && choices && (
        <p>{words.means(methodWords[choices.method].means, asrWords[choices.asr].means, longDay(day))}</p>
      )}
      {isReady && (
        <p>
          <span>{`${words.free} ${words.forThisVisit} `}</span>
          <a className="link" href="/islam#prayer-times">
            {words.howWeKnow}
          </a>
          <span>{'.'}</span>
        </p>
      )}
      {day && (
        <div>
          <button type="button" className="button button-quiet" onClick={take}>
            <span>
              <span>{words.take}</span>
              <small>{words.takeKind}</small>
            </span>
          </button>
          <p className="field-error" role="alert">
            {failed}
          </p>
        </div>
      )}
    </>
  );
}
