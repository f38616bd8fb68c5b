import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { endWhenStuck } from './end-when-stuck.ts';
import { jetStreamAnswers } from './jetstream-answers.ts';
import { spawnNats } from './spawn-nats.ts';

const admin = { name: 'admin', password: 'secret', publish: ['>'], subscribe: ['>'] };

it.each([[[]], [[admin]]])('kills a server that does not answer, and no other', async (users) => {
  const storeDir = await mkdtemp(join(tmpdir(), 'florin-nats-'));
  const server = await spawnNats({ storeDir, port: await freePort(), users });
  const probed = { port: server.port, user: users[0] };
  expect(await jetStreamAnswers(probed, 10_000)).toBe(true);

  const exited = once(server.child, 'exit');
  process.kill(server.pid, 'SIGSTOP');
  // SIGSTOP takes effect when the process is next scheduled; until then it may answer.
  await expect.poll(() => jetStreamAnswers(probed, 200)).toBe(false);
  const lines: string[] = [];
  await endWhenStuck(server.child, probed, (line) => lines.push(line), {
    everyMs: 20,
    afterSilenceMs: 20,
    answerTimeoutMs: 200,
    silencesMax: 2,
  });
  expect(lines).toEqual(['the NATS server stopped responding; ending it']);
  expect(await exited).toEqual([null, 'SIGKILL']);
  await rm(storeDir, { recursive: true, force: true });
});
