import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { plannerWords as words } from '../../content/prayer-day.ts';
import { bringIntoView } from '../ui/bring-into-view.ts';
import { afterNextFrame } from '../ui/scheduling.ts';
import { findCities, fullName, loadCity, loadCityNames } from './cities.ts';
import type { City, FoundCity } from './city-files.ts';

const id = 'own-city';
const listId = `${id}-list`;
const hintId = `${id}-hint`;
const optionId = (index: number) => `${id}-${index}`;

type Cities = readonly FoundCity[] | 'loading' | 'lost' | undefined;

/** The names of all cities. @returns them, and a function that loads them, again if they were lost */
function useCities(): [cities: Cities, load: () => Promise<void>] {
  const [cities, setCities] = useState<Cities>();
  const isAskedFor = useRef(false);
  async function load(): Promise<void> {
    if (isAskedFor.current) return;
    isAskedFor.current = true;
    setCities('loading');
    try {
      setCities(await loadCityNames());
    } catch {
      isAskedFor.current = false;
      setCities('lost');
    }
  }
  return [cities, load];
}

/** Which option of an open list is active. The focus stays in the field, which names that option. */
function useActiveOption(count: number) {
  const [active, setActive] = useState(0);
  function move(step: 1 | -1): void {
    const next = (active + step + count) % count;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }
  return { active, move, reset: () => setActive(0) };
}

/** What is wrong with what is typed; empty if nothing is. */
function hintFor(query: string, cities: Cities, found: readonly FoundCity[]): string {
  if (query.trim() === '' || found.length > 0) return '';
  if (cities === 'loading') return words.searching;
  return cities === 'lost' ? words.noList : words.noCity(query.trim());
}

interface CityFieldProps {
  /** The city of the drawn day. */
  city: City | undefined;
  onCity: (city: City) => void;
  sayAloud: (text: string) => void;
}

/**
 * Finds any city of the world while it is typed: a combobox with a list, as the ARIA Authoring Practices describe it. The
 * names come when the field is first focused, a city's coordinates when it is chosen.
 */
export function CityField({ city, onCity, sayAloud }: CityFieldProps) {
  const [cities, load] = useCities();
  /** What is typed; undefined while the field shows a city. */
  const [query, setQuery] = useState<string>();
  /** The chosen city until its coordinates come. The field shows its name, so that nothing changes while the next is typed. */
  const [awaited, setAwaited] = useState<FoundCity>();
  const [isCityLost, setCityLost] = useState(false);
  /** The last city that was chosen: the file of an earlier one may come later. */
  const lastChosen = useRef<FoundCity>(undefined);
  const field = useRef<HTMLInputElement>(null);

  const found = useMemo(
    () => (query !== undefined && Array.isArray(cities) ? findCities(cities, query) : []),
    [cities, query],
  );
  const isOpen = found.length > 0;
  const option = useActiveOption(found.length);
  const hint = query === undefined ? isCityLost && words.noList : hintFor(query, cities, found);
  const isUnknown = query !== undefined && hint === words.noCity(query.trim());
  const shown = awaited ?? city;

  // What is being typed when React comes: the next rendering would write the drawn day's city over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once.
  useLayoutEffect(() => {
    const isTyping = document.activeElement === field.current;
    if (field.current?.value && isTyping) search(field.current.value);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search is announced once.
  useEffect(() => {
    if (isOpen) sayAloud(words.cities(found.length));
  }, [found]);

  /** On a low screen the list may have scrolled the field away. It is brought back for a visitor who is still in it. */
  function keepFieldInView(): void {
    if (field.current && document.activeElement === field.current) bringIntoView(field.current);
  }

  function search(text: string): void {
    setQuery(text);
    keepFieldInView();
    setCityLost(false);
    option.reset();
    load();
  }

  function close(): void {
    setQuery(undefined);
    setCityLost(false);
  }

  async function choose(city: FoundCity | undefined): Promise<void> {
    if (!city) return;
    close();
    setAwaited(city);
    lastChosen.current = city;
    const isLast = () => lastChosen.current === city;
    try {
      const chosen = await loadCity(city);
      if (isLast()) onCity(chosen);
    } catch {
      if (isLast()) setCityLost(true);
    }
    if (isLast()) setAwaited(undefined);
    afterNextFrame(keepFieldInView);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // These keys belong to what composes the letters (IME).
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (!isOpen) return;
        event.preventDefault();
        option.move(event.key === 'ArrowDown' ? 1 : -1);
        return;
      case 'Enter':
        if (query === undefined) return;
        event.preventDefault();
        choose(found[option.active]);
        return;
      case 'Tab':
        choose(found[option.active]);
        return;
      case 'Escape':
        close();
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{words.fields.city}</label>
      <input
        ref={field}
        id={id}
        className="control"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? optionId(option.active) : undefined}
        aria-invalid={isUnknown || undefined}
        aria-describedby={hint ? hintId : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={query ?? (shown ? fullName(shown) : '')}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          load();
        }}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // A name that is in no list stays, with the sentence that says so, until it is mended.
          if (!isUnknown) close();
        }}
      />
      <div
        id={listId}
        className="planner-cities"
        role="listbox"
        aria-label={words.fields.city}
        hidden={!isOpen}
      >
        {found.map((city, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field answers the keys.
          <div
            key={`${city.zone} ${city.index}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === option.active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(city)}
          >
            {fullName(city)}
          </div>
        ))}
      </div>
      <p id={hintId} role="status" className="field-error">
        {hint || ''}
      </p>
    </div>
  );
}
