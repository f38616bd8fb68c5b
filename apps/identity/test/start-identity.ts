import { Writable } from 'node:stream';
import { grpcServices } from '@florin/contracts/protos';
import { prepareThrowawayDatabase } from '@florin/database';
import { makeClient } from '@florin/grpc';
import { createLog, startService } from '@florin/service';
import { type CallOptions, callService, copyDatabase, natsUrl, testKeys } from '@florin/testing';
import { Client } from 'pg';
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
export async function createIdentityDatabase() {
  const { adminUrl, drop } = await copyDatabase('identity', (empty) =>
    prepareThrowawayDatabase(empty, 'identity', migrations),
  );
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query('set search_path = identity');
  return {
    url: Object.assign(new URL(adminUrl), { username: 'florin_identity', password: 'app' }).href,
    async drop() {
      await superuser.end();
      await drop();
    },
    /** Runs one statement as superuser, for setups without a public interface. */
    async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await superuser.query(text, values)).rows;
    },
  };
}

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
  const lines: string[] = [];
  const log = createLog('identity', toLines(lines));
  const config = {
    host: '127.0.0.1',
    httpPort: 0,
    grpcPort: 0,
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
  };
  const service = await startService(defineIdentity(clock.now), config, log);
  const client = makeClient(grpcServices.identity, {
    self: 'accounts',
    callee: 'identity',
    addresses: [`127.0.0.1:${service.grpcPort}`],
    callKeys: testKeys('identity'),
  });
  return {
    clock,
    logLines: lines,
    client,
    httpPort: service.httpPort,
    grpcPort: service.grpcPort,
    call: (method: string, path: string, options?: CallOptions) =>
      callService('identity', service.httpPort, method, path, options),
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

function toLines(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}
