import { useEffect, useRef, useState } from 'react';

/** The specification's: from 0 to the target over two seconds, once 30% is visible (sections 4 and 9). */
const duration = 2_000;
const threshold = 0.3;

interface CounterProps {
  target: number;
  /** What follows the figure: '+' or '%'. */
  suffix: string;
}

const easeOut = (share: number) => 1 - (1 - share) ** 3;

/** A figure that counts up once, when it is first seen. It is final without script and for readers of reduced motion. */
export function Counter({ target, suffix }: CounterProps) {
  const [shown, setShown] = useState(target);
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const element = place.current;
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    function count(start: number, now: number): void {
      const share = Math.min((now - start) / duration, 1);
      setShown(Math.round(target * easeOut(share)));
      if (share < 1) frame = requestAnimationFrame((next) => count(start, next));
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        frame = requestAnimationFrame((now) => count(now, now));
      },
      { threshold },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [target]);

  // The final figure keeps the room, and what runs is one text that begins at one place: nothing moves while they run.
  return (
    <span ref={place} className="counter" data-final={`${target}${suffix}`}>
      <span>{`${shown}${suffix}`}</span>
    </span>
  );
}
