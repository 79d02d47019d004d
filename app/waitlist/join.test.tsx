// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refusals } from '../../content/messages.ts';
import { nextStep } from '../../content/next-step.ts';
import { toasts } from '../../content/toasts.ts';
import { describedByError } from '../ui/field.tsx';
import { join } from './join.ts';
import { useJoinForm } from './use-join-form.ts';

const showNextStep = vi.hoisted(() => vi.fn());
vi.mock('./toaster.tsx', () => ({ showToast: () => Promise.reject(new Error('no toaster')) }));
vi.mock('./next-step.ts', () => ({ showNextStep }));

test('a join whose toast cannot be shown still succeeds and says what is left to do', async () => {
  const joinedBy = document.createElement('button');
  const failure = await join({ call: async () => ({ joined: true }), onJoined: () => {}, joinedBy });
  expect(failure).toBeUndefined();
  expect(showNextStep).toHaveBeenCalledWith(joinedBy, nextStep.asked);
});

test.for([
  ['an address that is refused', refusals.address, true],
  ['too many tries', refusals.tooMany, false],
  ['a list that cannot be reached', 'The list cannot be reached at the moment.', false],
  ['no answer', undefined, false],
] as const)('after %s the address is marked as wrong only if it is', async ([_, reason, isInvalid]) => {
  const outcome = reason === undefined ? { joined: false } : { joined: false, reason };
  const joinedBy = document.createElement('button');
  const failure = await join({ call: async () => outcome, onJoined: () => {}, joinedBy });
  const { result } = renderHook(useJoinForm);
  act(() => failure && result.current.fail('email', failure, { isAboutField: failure.isAboutAddress }));
  const error = result.current.errorOf('email');
  expect(error?.text).toBe(reason ?? toasts.failed.description);
  expect('aria-invalid' in describedByError('email', error)).toBe(isInvalid);
});

test('a join that breaks leaves a form that can be sent again', async () => {
  const { result } = renderHook(useJoinForm);
  await act(async () => {
    const broken = result.current.send(() => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
  });
  expect(result.current.isJoining).toBe(false);
  const submit = vi.fn();
  result.current.onSubmit(submit)(new SubmitEvent('submit') as never);
  expect(submit).toHaveBeenCalled();
});
