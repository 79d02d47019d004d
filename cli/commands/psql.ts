import { createInterface } from 'node:readline';
import type { Database } from '../../database/database.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import { startTool } from '../backup/postgres-tools.ts';
import { type Call, defineCommand } from '../define-command.ts';
import { drawTable, InputNeeded, print, UsageError, writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

/**
 * Statements about a transaction or a session. On an embedded list, where everybody has the same session, they would affect the
 * joins of others; on a PostgreSQL each would come to nothing, because the next statement may be in another session.
 */
const sessionStatements =
  /^(abort|begin|commit|deallocate|discard|end|listen|lock|prepare|reset|rollback|savepoint|set|start)\b/i;

/** `psql`: an SQL prompt; on a PostgreSQL, its own psql. */
export const psqlCommand = defineCommand<{ command?: string }>({
  name: 'psql',
  summary: 'ask the database in SQL, at a prompt; each statement ends with ;',
  notes: `On an embedded list every statement is a transaction of its own, and joins wait until it has ended. Ctrl+D ends the prompt.
Without a terminal it reads the statements from standard input, where the last needs no ;, and ends with the first that is wrong.`,
  examples: [
    'psql',
    `psql --command "select count(*) from waitlist.entries"`,
    `psql --command "select * from waitlist.limits" --json`,
  ],
  fields: [],
  declareOptions: (command) => void command.option('--command <sql>', 'one statement instead of a prompt'),
  async run(call) {
    const { databaseUrl } = readDatabaseSettings(call.terminal.env);
    const { command: sql, input, json } = call.options;
    if (sql === undefined && call.terminal.stdin.isTTY && !input)
      throw new InputNeeded('The statements are to come from --command or from standard input.');
    if (databaseUrl && sql === undefined && call.terminal.stdin.isTTY) {
      if (json !== undefined)
        throw new UsageError(
          'At this prompt --json has no effect: the statements are to come from --command or from standard input.',
        );
      await startTool('psql', [], databaseUrl, 'inherit').ended;
      return undefined;
    }
    return withDatabase(call.terminal, async (database) => {
      if (sql === undefined) await prompt(call, database);
      else await runStatement(call, database, sql);
      return undefined;
    });
  },
});

async function prompt(call: Call<object>, database: Database): Promise<void> {
  const { terminal } = call;
  const { stdin, stderr } = terminal;
  const isPerson = stdin.isTTY === true;
  const lines = createInterface({
    input: stdin,
    prompt: isPerson ? 'waitlist=> ' : '',
    ...(isPerson && { output: stderr }),
  });
  let isOpen = isPerson;
  lines.once('close', () => {
    isOpen = false;
  });
  let statement = '';
  if (isOpen) lines.prompt();
  for await (const line of lines) {
    statement += `${line}\n`;
    if (line.trimEnd().endsWith(';')) {
      const sql = statement;
      statement = '';
      try {
        await runStatement(call, database, sql);
      } catch (error) {
        if (!isPerson) throw error;
        writeStderr(terminal, error instanceof Error ? error.message : String(error));
      }
    }
    if (isOpen) lines.prompt();
  }
  if (!isPerson) await runStatement(call, database, statement);
}

async function runStatement(
  { terminal, options }: Call<object>,
  database: Database,
  written: string,
): Promise<void> {
  const sql = fromFirstWord(written).replace(/;\s*$/, '');
  if (sql === '') return;
  if (sessionStatements.test(sql)) {
    throw new UsageError(
      'Here every statement is a transaction of its own and has no session of its own: one about transactions or the session is refused.',
    );
  }
  // PostgreSQL runs several statements at once too, and then there are no rows of one.
  const rows: Record<string, unknown>[] | undefined = await database.query(sql);
  if (rows === undefined) {
    writeStderr(terminal, 'Done. To see the rows, give one statement at a time.');
    return;
  }
  if (options.json !== undefined) await print(terminal, `${JSON.stringify(rows, undefined, 2)}\n`);
  else if (rows.length > 0) await print(terminal, drawTable(rows));
  writeStderr(terminal, rows.length === 1 ? '1 row' : `${rows.length} rows`);
}

/** The statement without what may precede its first word: spaces, empty statements, comments (which nest in PostgreSQL). */
function fromFirstWord(sql: string): string {
  const rest = sql.replace(/^[\s;]+/, '');
  if (rest.startsWith('--')) return fromFirstWord(rest.replace(/^.*/, ''));
  if (!rest.startsWith('/*')) return rest;
  let depth = 0;
  for (const { 0: sign, index } of rest.matchAll(/\/\*|\*\//g)) {
    depth += sign === '/*' ? 1 : -1;
    if (depth === 0) return fromFirstWord(rest.slice(index + sign.length));
  }
  return '';
}
