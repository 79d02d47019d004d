import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { defineCommand } from '../define-command.ts';

/** In a process of its own: it needs the tests' browser, which is not there where the site only runs. */
const painter = fileURLToPath(new URL('../../tests/support/preview-emails.ts', import.meta.url));

/** `preview`: every email as people get it, to be looked at. */
export const previewCommand = defineCommand({
  name: 'preview',
  summary: 'write every email as HTML, as text and as pictures to docs/emails/',
  notes: 'It builds the site first and takes the pictures in Chromium.',
  examples: ['preview', 'preview --json'],
  fields: ['files'],
  async run() {
    if (!existsSync(painter)) {
      throw new Error('Here is only what runs the site. Look at the emails in the project’s own folder.');
    }
    const child = spawn(process.execPath, [painter], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code !== 0) throw new Error('The emails could not be drawn: see above.');
    const files = written.trim().split('\n');
    return { data: { files }, text: `${files.join('\n')}\n` };
  },
});
