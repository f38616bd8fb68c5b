import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@florin/contracts';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { type CryptoKey, importJWK } from 'jose';
import { z } from 'zod';
import { makeOutageLog } from '../outage-log.ts';

/** Public keys by key id. */
export type KeySet = ReadonlyMap<string, CryptoKey>;

export interface SigningKeys {
  /** Reloads the keys for an unknown id; undefined if there is none. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** The current keys: a new object after every change; undefined before the first load. */
  current(): KeySet | undefined;
  /** Whether the last load succeeded. */
  answers(): boolean;
  stop(): Promise<void>;
}

export interface SigningKeysTiming {
  readonly everyMs: number;
  /** Minimum time between two loads, for any number of unknown ids. */
  readonly gapMs: number;
}

const jwksSchema = z.object({
  keys: z.array(
    z.object({
      // Takes only the public members, in case identity sent a private key by mistake.
      kty: z.string(),
      crv: z.string().optional(),
      kid: z.string().min(1),
      x: z.string().optional(),
    }),
  ),
});

/** Keeps identity's signing keys up to date. */
export function startSigningKeys(
  listKeys: () => Promise<string>,
  { everyMs, gapMs }: SigningKeysTiming,
  log: Logger,
): SigningKeys {
  let text: string | undefined;
  let keys: KeySet | undefined;
  let answers = false;
  const outage = makeOutageLog(log);
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let queued: Promise<void> | undefined;

  /** A load that starts after this call, shared by all waiting callers. */
  function loadNext(): Promise<void> {
    queued ??= (async () => {
      await pause(Math.max(0, loadedAtMs + gapMs - performance.now()));
      // Later calls may need keys newer than this load.
      queued = undefined;
      loadedAtMs = performance.now();
      await load();
    })();
    return queued;
  }

  async function load(): Promise<void> {
    try {
      const answer = await listKeys();
      if (answer !== text) {
        keys = await importKeys(answer);
        text = answer;
        log.info({ kids: [...keys.keys()] }, 'loaded signing keys');
      }
      answers = true;
      outage.ended();
    } catch (error) {
      answers = false;
      throw error;
    }
  }

  const loop = startLoop(
    async () => {
      await loadNext();
      return 'rest';
    },
    { restMs: everyMs, restAfterErrorMs: gapMs },
    (error) =>
      outage.report(error, 'identity does not list its signing keys; the last ones stay in use', {
        hasEverWorked: keys !== undefined,
      }),
  );
  return {
    async find(kid) {
      const known = keys?.get(kid);
      if (known) return known;
      try {
        await loadNext();
      } catch (cause) {
        throw new AppError('unavailable', 'tokens cannot be checked now; retry', {
          cause,
        });
      }
      return keys?.get(kid);
    },
    current: () => keys,
    answers: () => answers,
    stop: () => loop.stop(),
  };
}

async function importKeys(jwks: string): Promise<KeySet> {
  const { keys } = jwksSchema.parse(JSON.parse(jwks));
  const imported = new Map<string, CryptoKey>();
  for (const { kty, crv, kid, x } of keys) {
    if (kty !== 'OKP' || crv !== 'Ed25519' || x === undefined) continue;
    imported.set(kid, (await importJWK({ kty, crv, x }, 'EdDSA')) as CryptoKey);
  }
  return imported;
}
