// @vitest-environment happy-dom
import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '../../content/toasts.ts';
import { closeDialog, openDialog } from './dialog-state.ts';
import { setPrefillField } from './prefill.ts';
import { useDialogJoin } from './use-dialog-join.ts';

afterEach(() => {
  act(closeDialog);
  setPrefillField(document.createElement('input'));
  vi.unstubAllGlobals();
});

const open = () => act(() => openDialog({ opener: document.createElement('button'), typed: undefined }));

/** Closes the dialog while one address is being joined, types another into the hero's field and opens it again. */
async function reopenWhileJoining(answer: Response) {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const { result } = renderHook(useDialogJoin);
  open();
  act(() => {
    result.current.setEmail('first@example.org');
    result.current.setSource('Friend');
  });
  const { join } = result.current;
  let joining: Promise<void> | undefined;
  act(() => {
    joining = join();
    closeDialog();
  });
  const hero = document.createElement('input');
  hero.value = 'second@example.org';
  act(() => setPrefillField(hero));
  open();
  await act(async () => {
    resolve(answer);
    await joining;
  });
  return { hero, dialog: result.current };
}

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

test('an address typed while another one joins stays in its dialog, which is open for it to be sent', async () => {
  const { hero, dialog } = await reopenWhileJoining(Response.json({ success: true }));
  expect(dialog).toMatchObject({ isOpen: true, isJoining: false, email: 'second@example.org' });
  expect(hero.value).toBe('second@example.org');
  expect(await screen.findByText(toasts.joined.title)).toBeDefined();
});

test('a refusal is not shown beside an address that was not sent', async () => {
  const error = 'Too many attempts. Try again later.';
  const { dialog } = await reopenWhileJoining(Response.json({ success: false, error }));
  expect(dialog).toMatchObject({ isOpen: true, email: 'second@example.org', error: undefined });
  expect(await screen.findByText(error)).toBeDefined();
});
