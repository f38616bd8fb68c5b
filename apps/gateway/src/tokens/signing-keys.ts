import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@florin/contracts';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { type CryptoKey, importJWK } from 'jose';
import { z } from 'zod';
import { mayStillStart } from '../upstreams/may-still-start.ts';

/** Public keys by key id. */
export type KeySet = ReadonlyMap<string, CryptoKey>;

export interface SigningKeys {
  /** Looks again at identity for an id that is not known yet; undefined when there is none. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** The keys of now: another object after every change; undefined before the first look. */
  current(): KeySet | undefined;
  /** Whether identity answered when it was asked last. */
  answers(): boolean;
  stop(): Promise<void>;
}

export interface SigningKeysTiming {
  readonly everyMs: number;
  /** Least time between two looks, however many unknown ids are sent. */
  readonly gapMs: number;
}

const jwksSchema = z.object({
  keys: z.array(
    z.object({
      // A private key here would be identity's mistake; only the public members are taken.
      kty: z.string(),
      crv: z.string().optional(),
      kid: z.string().min(1),
      x: z.string().optional(),
    }),
  ),
});

/** Follows identity's signing keys. */
export function startSigningKeys(
  listKeys: () => Promise<string>,
  { everyMs, gapMs }: SigningKeysTiming,
  log: Logger,
): SigningKeys {
  let text: string | undefined;
  let keys: KeySet | undefined;
  let answers = false;
  let isReported = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let queued: Promise<void> | undefined;

  /** A look that starts after this call; those who wait for it share it. */
  function look(): Promise<void> {
    queued ??= (async () => {
      await pause(Math.max(0, lookedAt + gapMs - performance.now()));
      // Whoever asks from here on may hold a token that is newer than this look.
      queued = undefined;
      lookedAt = performance.now();
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
        log.info({ kids: [...keys.keys()] }, 'learned signing keys');
      }
      answers = true;
      isReported = false;
    } catch (error) {
      answers = false;
      throw error;
    }
  }

  function report(error: unknown): void {
    if (isReported || (keys === undefined && mayStillStart(error))) return;
    isReported = true;
    log.warn({ err: error }, 'identity does not list its keys; the last ones stay');
  }

  const loop = startLoop(
    async () => {
      await look();
      return 'rest';
    },
    { restMs: everyMs, restAfterErrorMs: gapMs },
    report,
  );
  return {
    async find(kid) {
      const known = keys?.get(kid);
      if (known) return known;
      try {
        await look();
      } catch (cause) {
        throw new AppError('unavailable', 'tokens cannot be checked now: repeat the request', {
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
