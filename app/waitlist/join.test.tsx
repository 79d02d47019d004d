// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { stepLeft } from '../../content/step-left.ts';
import { join } from './join.ts';
import { useJoinForm } from './use-join-form.ts';

const showStepLeft = vi.hoisted(() => vi.fn());
vi.mock('./toaster.tsx', () => ({ showToast: () => Promise.reject(new Error('no toaster')) }));
vi.mock('./step-left.ts', () => ({ showStepLeft }));

test('a join whose toast cannot be shown still succeeds and says what is left to do', async () => {
  const joinedBy = document.createElement('button');
  const failure = await join({ call: async () => ({ joined: true }), onJoined: () => {}, joinedBy });
  expect(failure).toBeUndefined();
  expect(showStepLeft).toHaveBeenCalledWith(joinedBy, stepLeft.asked);
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
