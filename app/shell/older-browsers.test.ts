// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { polyfill } from './older-browsers.ts';

test('where the name of <details> means nothing, a question that opens closes the other one', () => {
  const { prototype } = HTMLDetailsElement;
  const ofName = Object.getOwnPropertyDescriptor(prototype, 'name');
  Reflect.deleteProperty(prototype, 'name');
  if (ofName) onTestFinished(() => void Object.defineProperty(prototype, 'name', ofName));
  const question = '<details name="questions"><summary>Why?</summary></details>';
  document.body.innerHTML = `<div class="accordion">${question}${question}</div>`;
  polyfill();
  const questions = [...document.querySelectorAll('details')];
  for (const each of questions) {
    each.open = true;
    each.dispatchEvent(new Event('toggle'));
  }
  expect(questions.map(({ open }) => open)).toEqual([false, true]);
});
