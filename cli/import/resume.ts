import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { readDatabaseSettings } from '../../server/settings.ts';
import type { Call } from '../define-command.ts';
import { type Terminal, tell } from '../terminal.ts';

const noteSchema = z.object({ of: z.string(), done: z.number() });

export interface Resume {
  /** Whether an earlier run began it and did not end. */
  isUnderWay: boolean;
  /** How many records an earlier run of the same import has stored. */
  done: number;
  /** To be called when so many are stored durably. */
  note(done: number): void;
  /** The whole file is stored: the note goes. */
  finish(): void;
}

/**
 * Keeps beside the file how far its import has come, so that one that was stopped goes on there.
 * @param what is done with it: another kind, another list or another version of the file begins anew
 * @throws Error when the file cannot be read or nothing be written beside it
 */
export function resumeOf({ terminal, args: [file = ''] }: Call<object>, what: string): Resume {
  const notes = `${file}.progress`;
  const { size, mtimeMs } = statSync(file);
  const of = `${what} into ${placeOf(terminal)}, ${size} bytes of ${mtimeMs}`;
  const done = readDone(notes, of);
  if (done) tell(terminal, `Going on after ${done} records of an earlier run.`);
  return {
    isUnderWay: done !== undefined,
    done: done ?? 0,
    note: (done) => writeFileSync(notes, JSON.stringify({ of, done }), { mode: 0o600 }),
    finish: () => rmSync(notes, { force: true }),
  };
}

function placeOf({ env }: Terminal): string {
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
