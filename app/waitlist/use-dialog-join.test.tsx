// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeDialog, openDialog } from './dialog-state.ts';
import { useDialogJoin } from './use-dialog-join.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const open = () => act(() => openDialog({ opener: document.createElement('button'), typed: undefined }));

test('a join that failed while the dialog was closed leaves no error in it, and the address', async () => {
  const answer = Promise.withResolvers<Response>();
  const fetch = vi.fn(() => answer.promise);
  vi.stubGlobal('fetch', fetch);
  const { result } = renderHook(useDialogJoin);
  open();
  act(() => {
    result.current.setEmail('someone@example.org');
    result.current.setSource('Friend');
  });
  await act(async () => {
    const joining = result.current.join();
    closeDialog();
    answer.resolve(new Response('{}', { status: 500 }));
    await joining;
  });
  expect(fetch).toHaveBeenCalledOnce();
  open();
  expect(result.current).toMatchObject({ email: 'someone@example.org', error: undefined });
});
