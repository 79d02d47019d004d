import { parseArgs } from 'node:util';
import { compareLists } from './compare-lists.ts';
import { compareServers } from './compare-servers.ts';

/** With --rows, compares a list of that many people with one of a thousand. */
const { rows } = parseArgs({ options: { rows: { type: 'string' } } }).values;
await (rows === undefined ? compareServers() : compareLists(Number(rows)));
