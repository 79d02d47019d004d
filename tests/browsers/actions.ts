import type { Pointer } from './driver.ts';

/** WebDriver's code points for keys that type no character (W3C WebDriver, section 17.4.2). */
const codePoints: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const keyValue = (name: string): string => codePoints[name] ?? name;

/** A press as an action sequence, the same in both WebDriver protocols (W3C WebDriver, section 15). */
export function pressActions(x: number, y: number, pointerType: Pointer): object[] {
  return [
    {
      type: 'pointer',
      id: pointerType,
      parameters: { pointerType },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

function keyActions(name: string): object[] {
  const [held, key] = name.length > 1 && name.includes('+') ? name.split('+') : [undefined, name];
  const value = keyValue(key ?? '');
  const press = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  if (held === undefined) return press;
  return [{ type: 'keyDown', value: keyValue(held) }, ...press, { type: 'keyUp', value: keyValue(held) }];
}

/** Key presses, one after the other. */
export const keyPressActions = (names: readonly string[]): object[] => [
  { type: 'key', id: 'keyboard', actions: names.flatMap(keyActions) },
];
