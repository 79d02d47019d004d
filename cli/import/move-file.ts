import type { Database } from '../../database/database.ts';
import { beginMove, endMove, moveIn } from '../../waitlist/move-in.ts';
import { confirm } from '../confirm.ts';
import type { Answer, Call } from '../define-command.ts';
import { startProgress, writeStderr } from '../terminal.ts';
import type { ImportOptions } from './join-file.ts';
import { readMove, readVersions } from './read-move.ts';
import { resumeOf } from './resume.ts';

/** Moves the rows of another database into an empty list. Throws like readVersions and beginMove. */
export async function moveFile(call: Call<ImportOptions>, database: Database): Promise<Answer> {
  const { terminal, options, args } = call;
  const [file = ''] = args;
  const versions = await readVersions(file);
  let total = 0;
  for await (const { reached } of readMove(file)) total = reached;
  const answer = (added: number) => ({
    data: { read: total, added, known: 0, refused: 0, refusedLines: [] },
    text: '',
  });
  if (options.dryRun) {
    writeStderr(terminal, `${total} rows would be moved into an empty list. Nothing was changed.`);
    return answer(0);
  }
  await confirm(terminal, options, `${total} rows of ${file} will be moved into this list.`, 'move');
  const resume = resumeOf(call, 'move');
  if (!resume.isUnderWay) {
    await beginMove(database, versions);
    resume.note(0);
  }
  const progress = startProgress(terminal, total, 'Moving');
  try {
    for await (const { table, rows, reached } of readMove(file)) {
      if (reached <= resume.done) continue;
      await moveIn(database, table, rows);
      resume.note(reached);
      progress.reach(reached, `${reached} of ${total}`);
    }
    await endMove(database);
  } finally {
    progress.end();
  }
  resume.finish();
  writeStderr(terminal, `${total} rows moved. Sending is paused: see sending --help.`);
  return answer(total);
}
