import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { defineCommand } from '../define-command.ts';

/** A process of its own, because it needs the tests' browser, which is not installed in production. */
const previewScript = fileURLToPath(new URL('../../tests/support/preview-emails.ts', import.meta.url));

/** `preview`: writes every email as people get it, for somebody to look at. */
export const previewCommand = defineCommand({
  name: 'preview',
  summary: 'write every email as HTML, as text and as pictures to docs/emails/',
  notes: 'It builds the site first and takes the pictures in Chromium.',
  examples: ['preview', 'preview --json'],
  fields: ['files'],
  async run() {
    if (!existsSync(previewScript)) {
      throw new Error('Here is only what runs the site. Look at the emails in the project’s own folder.');
    }
    const child = spawn(process.execPath, [previewScript], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code !== 0) throw new Error('The emails could not be drawn: see above.');
    const files = written.trim().split('\n');
    return { data: { files }, text: `${files.join('\n')}\n` };
  },
});
