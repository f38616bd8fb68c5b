import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testDatabase, testService } from '@florin/service-testing';
import { natsUrl, peerAt, testKeys } from '@florin/testing';
import { afterAll, beforeAll } from 'vitest';
import { migrations } from '../src/migrations/index.ts';
import type { PasswordHasherConfig } from '../src/passwords/hasher.ts';
import { defineIdentity } from '../src/service.ts';

/** A clock that stands still until it is advanced. */
export interface TestClock {
  now(): Date;
  advance(durationMs: number): void;
}

/** An empty identity database, for any number of services. */
export const createIdentityDatabase = () => testDatabase('identity', migrations);

interface IdentityTestOptions {
  readonly clock?: TestClock;
  readonly passwords?: Partial<PasswordHasherConfig>;
  readonly limitsGuessing?: boolean;
  readonly closesSignUp?: boolean;
  readonly requiresVerifiedEmail?: boolean;
}

/** Low enough to be reached in tests. */
export const SESSIONS_MAX = 40;

/** One process of the service with a client for each of its interfaces. */
export async function startIdentity(
  databaseUrl: string,
  {
    clock = makeClock(),
    passwords = {},
    limitsGuessing = true,
    closesSignUp = false,
    requiresVerifiedEmail = false,
  }: IdentityTestOptions = {},
) {
  const service = await testService(defineIdentity(clock.now), {
    database: { url: databaseUrl, poolSizeMax: 6 },
    nats: { url: natsUrl() },
    acceptKeys: testKeys('gateway', 'accounts', 'mail'),
    callKeys: testKeys(),
    passwordLengthMin: 8,
    sessionsMax: SESSIONS_MAX,
    limitsGuessing,
    closesSignUp,
    requiresVerifiedEmail,
    publicUrl: 'https://florin.example',
    // The minimum cost of bcrypt.
    passwords: { cost: 4, threads: 1, queueMax: 100, ...passwords },
  });
  const client = makeClient(
    grpcServices.identity,
    peerAt('accounts', 'identity', service.grpcPort),
  );
  return {
    ...service,
    clock,
    client,
    async stop() {
      client.close();
      await service.stop();
    },
  };
}

/** A service with its own database for the tests of one file. */
export function useIdentity() {
  let database: TestDatabase;
  let identity: TestIdentity;
  beforeAll(async () => {
    database = await createIdentityDatabase();
    identity = await startIdentity(database.url);
  });
  afterAll(async () => {
    await identity.stop();
    await database.drop();
  });
  return { database: () => database, identity: () => identity };
}

export type TestDatabase = Awaited<ReturnType<typeof createIdentityDatabase>>;
export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

export function makeClock(aheadMs = 0): TestClock {
  let at = Date.now() + aheadMs;
  return {
    now: () => new Date(at),
    advance(durationMs) {
      at += durationMs;
    },
  };
}
