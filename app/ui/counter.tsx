interface CounterProps {
  target: number;
  /** What follows the figure: '+' or '%'. */
  suffix: string;
}

/** A figure that counts up when it is first seen (app/ui/counters.ts). The final one reserves the space: nothing moves meanwhile. */
export function Counter({ target, suffix }: CounterProps) {
  const final = `${target}${suffix}`;
  return (
    <span className="counter" data-final={final}>
      <span>{final}</span>
    </span>
  );
}
