import { parentPort, workerData } from 'node:worker_threads';
import { openEmbedded } from '../../database/embedded/open-embedded.ts';
import { serveThread } from '../../database/embedded/thread.ts';
import { startMaintenance } from './embedded-maintenance.ts';

// The thread in which a server keeps an embedded list (open-list.ts). `workerData` is the data folder.
if (parentPort === null) throw new Error('list-thread.ts runs in a thread that open-list.ts starts.');
await serveThread(parentPort, () => openEmbedded(workerData, startMaintenance));
