import { parseArgs } from 'node:util';
import { compareLists } from './compare-lists.ts';
import { compareServers } from './compare-servers.ts';

/** With --rows, what a list of so many people costs beside one of a thousand. */
const { rows } = parseArgs({ options: { rows: { type: 'string' } } }).values;
await (rows === undefined ? compareServers() : compareLists(Number(rows)));
