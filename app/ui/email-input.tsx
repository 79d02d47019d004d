import type { ComponentProps } from 'react';

/** RFC 5321, 4.5.3.1.3 with RFC 3696, erratum 1690: no address is longer. */
const maxEmailLength = 254;

/** The email field, the same in every form. */
export function EmailInput(props: ComponentProps<'input'>) {
  return (
    <input
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
      maxLength={maxEmailLength}
      {...props}
    />
  );
}
