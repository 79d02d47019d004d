import { Select as Primitive } from 'radix-ui';
import { SelectArrow } from './buttons.tsx';
import { describedByError } from './field.tsx';

interface SelectProps {
  id: string;
  /** None may be empty: an empty value means that nothing is chosen. */
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  disabled: boolean;
  error?: string | undefined;
}

/** A list to choose one from. Radix's own type-ahead resets after 1 s, as docs/specification.md#times requires. */
export function Select({ id, options, value, onChange, placeholder, disabled, error }: SelectProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange} disabled={disabled}>
      <Primitive.Trigger id={id} className="control select-trigger" {...describedByError(id, error)}>
        <Primitive.Value placeholder={placeholder} />
        <Primitive.Icon asChild>
          <SelectArrow />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className="select-list" position="popper" sideOffset={6}>
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item key={option} value={option} className="select-option">
                <Primitive.ItemText>{option}</Primitive.ItemText>
                <Primitive.ItemIndicator className="select-mark">
                  <svg viewBox="0 0 20 20" width="18" height="18" fill="none" aria-hidden="true">
                    <path d="m4 10.5 4 4 8-9" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
                  </svg>
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
