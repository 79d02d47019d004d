import { showNotice } from './notice.ts';

/** The forms that were sent once while React could not be loaded. */
const sentBefore = new WeakSet<HTMLFormElement>();

const isServerThere = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Answers a form that was sent when React could not be loaded. The first time it tells the visitor, and keeps what was typed.
 * The second time it posts the form as plain HTML. Without a connection it does not: the browser would replace the page with
 * its own error page.
 */
export async function sendWithoutReact(form: HTMLFormElement): Promise<void> {
  const isSecond = sentBefore.has(form);
  sentBefore.add(form);
  if (isSecond && (await isServerThere())) form.submit();
  else showNotice();
}
