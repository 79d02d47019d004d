import { type RefObject, useEffect, useState } from 'react';
import { didYouMean } from '../../content/messages.ts';
import { setFieldValue } from '../islands/fields.ts';
import { meantAddress } from './did-you-mean.ts';

/** Milliseconds without a key: a visitor on the way from gmail.co to gmail.com is not interrupted. */
const pauseMs = 800;

/**
 * Stands under an email field. If a well-known domain is mistyped, it offers the right address as soon as nothing is typed for a
 * moment. A press takes it.
 */
export function MeantAddress({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const [meant, setMeant] = useState<string>();

  useEffect(() => {
    const input = field.current;
    if (!input) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => setMeant(meantAddress(input.value));
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    }
    // What was typed before React came.
    wait();
    input.addEventListener('input', wait);
    return () => {
      clearTimeout(timer);
      input.removeEventListener('input', wait);
    };
  }, [field]);

  function take(): void {
    if (!field.current || meant === undefined) return;
    setFieldValue(field.current, meant);
    setMeant(undefined);
    field.current.focus();
  }

  return (
    // The status comes first and its words later: screen readers read out only a change.
    <p role="status" className="small did-you-mean">
      {meant !== undefined && (
        <>
          <span>{`${didYouMean} `}</span>
          <button type="button" className="link tall" onClick={take}>
            {meant}
          </button>
          <span>{'?'}</span>
        </>
      )}
    </p>
  );
}
