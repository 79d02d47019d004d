import { expect, test } from 'vitest';
import { listenError } from '../../server/socket.ts';

const address = { host: '127.0.0.1', setting: 'PORT' } as const;
const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });

test('a taken port is reported with a command that the platform knows', () => {
  for (const platform of ['linux', 'darwin'] as const)
    expect(listenError(taken, { ...address, port: 3000 }, platform).message).toBe(
      'Port 3000 is taken by another program. Stop it, or choose another port: PORT=3001 npm start',
    );
  expect(listenError(taken, { ...address, port: 3000 }, 'win32').message).toBe(
    'Port 3000 is taken by another program. Stop it, or choose another port: put PORT=3001 into the file .env',
  );
});

test('when the last port is taken, the one below it is proposed', () => {
  expect(listenError(taken, { ...address, port: 65_535 }, 'linux').message).toMatch(/PORT=65534 npm start$/);
});
