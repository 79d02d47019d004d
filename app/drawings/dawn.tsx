import { palette } from '../../content/colours.ts';

/**
 * A sky at dawn, from its top down to the horizon, as a gradient that a drawing refers to.
 * @param props.offsets where dusk, haze and peach stand between the two, as shares of the height
 */
export function Dawn({ id, offsets }: { id: string; offsets: readonly [number, number, number] }) {
  const [dusk, haze, peach] = offsets;
  return (
    <linearGradient id={id} x2="0" y2="1">
      <stop stopColor={palette.deep} />
      <stop offset={dusk} stopColor={palette.dusk} />
      <stop offset={haze} stopColor={palette.haze} />
      <stop offset={peach} stopColor={palette.peach} />
      <stop offset="1" stopColor={palette.cream} />
    </linearGradient>
  );
}
