import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readDatabaseSettings } from '../../server/settings.ts';
import type { Call } from '../define-command.ts';
import { type Terminal, writeStderr } from '../terminal.ts';

const noteSchema = z.object({ of: z.string(), done: z.number() });

export interface Resume {
  /** Whether an earlier run has begun this import and not finished it. */
  isUnderWay: boolean;
  /** How many records an earlier run of the same import has stored. */
  done: number;
  /** To be called when this many records are stored durably. */
  note(done: number): void;
  /** To be called when the whole file is stored: deletes the note. */
  finish(): void;
}

/**
 * Stores the progress of an import in a note next to the file, so that an interrupted import continues there.
 * @param what the kind of import. Another kind, another database or a changed file starts from the beginning.
 * @throws Error when the file cannot be read, or (`note`) when nothing can be written next to it
 */
export function resumeOf({ terminal, args: [file = ''] }: Call<object>, what: string): Resume {
  const notes = `${file}.progress`;
  const { size, mtimeMs } = statSync(file);
  const of = `${what} into ${databaseNameOf(terminal)}, ${size} bytes of ${mtimeMs}`;
  const done = readDone(notes, of);
  if (done) writeStderr(terminal, `Going on after ${done} records of an earlier run.`);
  return {
    isUnderWay: done !== undefined,
    done: done ?? 0,
    note: (done) => writeFileSync(notes, JSON.stringify({ of, done }), { mode: 0o600 }),
    finish: () => rmSync(notes, { force: true }),
  };
}

function databaseNameOf({ env }: Terminal): string {
  const { databaseUrl, dataDir } = readDatabaseSettings(env);
  if (databaseUrl === undefined) return resolve(dataDir);
  const { host, pathname, search } = new URL(databaseUrl);
  return host + pathname + search;
}

function readDone(notes: string, of: string): number | undefined {
  try {
    const note = noteSchema.parse(JSON.parse(readFileSync(notes, 'utf8')));
    return note.of === of ? note.done : undefined;
  } catch {
    return undefined;
  }
}
