import { setTimeout as pause } from 'node:timers/promises';
import { rotateSigningKey } from '@florin/identity/src/signing-keys/signing-keys.ts';
import { newEmail, newPassword, send } from '@florin/system-kit';
import { variant } from '../../florin/variants.ts';
import type { LiveRow, LiveRun } from '../../row.ts';
import { schemaUrl } from '../events/schema-url.ts';

/**
 * The command publishes a key a minute before it signs; processes load it within a quarter of that.
 */
const LEAD_MS = 60_000;
const WAIT_MS = 18_000;
/** An identity starts using the new key up to ten seconds after its time. */
const SIGNED_MS_MAX = WAIT_MS + 30_000;
/** Both tokens are used together for this time: every gateway fetches the keys again. */
const READ_ON_MS = 6_000;
const READERS = 4;
/** Between two reads, so that other work on this machine gets processor time. */
const REST_MS = 25;
/** Uses of each token before the reader logs in again. */
const READS_PER_LOGIN = 20;
/** An identity caches its list for ten seconds; a gateway polls every five. */
const RETIRED_MS_MAX = 30_000;
const READ = { method: 'GET', path: '/v1/account' } as const;

export const rotatedKeys: LiveRow = {
  id: 'T7',
  fault: 'The signing key is rotated repeatedly, under logins and reads at 2 gateways',
  holds: 'No valid token is refused, not even the oldest; tokens of a retired key are',
  control: 'identity publishes only its newest key',
  isIdle: true,
  figures: ['false 401', 'keys that never signed', 'retired and let in'],
  broken: variant({
    app: 'identity',
    module: () => import('../../../../../apps/identity/src/signing-keys/signing-keys.ts'),
    by: () => import('../../broken/identity/forgets-keys.ts'),
  }),
  // The oldest of very many sessions must stay alive.
  florin: { replicas: { gateway: 2 }, settings: { IDENTITY_SESSIONS_MAX: '100000' } },

  async run(run) {
    const rotations = run.count({ short: 1, full: 5 });
    const load = await startReaders(run);
    try {
      for (let turn = 1; turn <= rotations; turn += 1) {
        await rotateSigningKey(
          { database: { url: schemaUrl(run.florin, 'identity'), poolSizeMax: 2 } },
          [],
          new Date(Date.now() - LEAD_MS + WAIT_MS),
        );
        await untilSigned(load, turn + 1);
        run.progress(turn, rotations);
      }
    } finally {
      await load.end();
    }
    const keys = new Set(load.tokens.map(kidOf));
    return {
      violations: {
        'false 401': load.refused(),
        'keys that never signed': rotations + 1 - keys.size,
        // The broken Florin has refused its tokens already.
        'retired and let in': run.isControl ? 0 : await useRetired(run, load.tokens),
      },
      of: `${load.reads()} reads with ${load.tokens.length} tokens of ${keys.size} keys`,
      details: [],
    };
  },
};

/**
 * Waits until tokens of this many keys are in use, or one is refused, as the broken Florin does
 * first.
 */
async function untilSigned(load: Readers, keys: number): Promise<void> {
  const endsAt = performance.now() + SIGNED_MS_MAX;
  while (performance.now() < endsAt && load.refused() === 0) {
    if (new Set(load.tokens.map(kidOf)).size >= keys) return pause(READ_ON_MS);
    await pause(100);
  }
}

type Readers = Awaited<ReturnType<typeof startReaders>>;

/** Readers log in now and then, and use their newest and oldest token alternately. */
async function startReaders(run: LiveRun) {
  const { people, florin } = run;
  const urls = florin.processes.of('gateway').map(({ url }) => url);
  const [email, password] = [newEmail(), newPassword()];
  const account = { email, name: 'Ada Lovelace', type: 'business', password };
  await people.must(() => ({ method: 'POST', path: '/v1/accounts', body: account }));
  const login = { method: 'POST', path: '/v1/auth/login', body: { email, password } };
  const tokens: string[] = [];
  let [reads, refused, isOver] = [0, 0, false];

  async function read(reader: number): Promise<void> {
    for (let turn = reader; !isOver; turn += 1) {
      if ((turn - reader) % READS_PER_LOGIN === 0)
        tokens.push((await people.must(() => login)).access_token);
      const token = tokens.at(turn % 2 === 0 ? 0 : -1) ?? '';
      const { status } = await send(urls[turn % urls.length] ?? florin.url, { ...READ, token });
      reads += 1;
      if (status === 401) refused += 1;
      await pause(REST_MS);
    }
  }
  const reading = Array.from({ length: READERS }, (_, reader) => read(reader));
  // `end` reports a failure; until then it must not end the process.
  for (const each of reading) each.catch(() => undefined);
  return {
    tokens,
    reads: () => reads,
    refused: () => refused,
    async end(): Promise<void> {
      isOver = true;
      await Promise.all(reading);
    },
  };
}

/** Retires all keys but the newest, and counts the gateways that still accept the oldest token. */
async function useRetired({ florin }: LiveRun, tokens: readonly string[]): Promise<number> {
  const [oldest, newest] = [tokens[0] ?? '', tokens.at(-1) ?? ''];
  await florin.sql('update identity.signing_keys set published_until = now() where kid <> $1', [
    kidOf(newest),
  ]);
  const urls = florin.processes.of('gateway').map(({ url }) => url);
  const endsAt = performance.now() + RETIRED_MS_MAX;
  for (;;) {
    const statuses = urls.map(async (url) => (await send(url, { ...READ, token: oldest })).status);
    const letIn = (await Promise.all(statuses)).filter((status) => status !== 401).length;
    if (letIn === 0 || performance.now() > endsAt) return letIn;
    await pause(500);
  }
}

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()).kid;
}
