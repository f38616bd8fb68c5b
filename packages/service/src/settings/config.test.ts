import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addressesField,
  ownEnvironment,
  readEnvironment,
  readGrpcAddresses,
  readServiceConfig,
} from './config.ts';

const secret = Buffer.alloc(32, 7).toString('base64url');
const complete = {
  LEDGER_HTTP_PORT: '4003',
  LEDGER_GRPC_PORT: '5003',
  LEDGER_DATABASE_URL: 'postgres://florin_ledger:pass@127.0.0.1:5432/florin',
  LEDGER_NATS_URL: 'nats://127.0.0.1:4222',
  LEDGER_ACCEPT_KEYS: `gateway=k1:${secret},accounts=k1:${secret}`,
};

function refusalOf(env: Record<string, string | undefined>): string {
  try {
    readServiceConfig('ledger', env);
  } catch (error) {
    return String(error);
  }
  return expect.unreachable('the environment should have been refused');
}

describe('the settings of a service', () => {
  it('are read with its prefix', () => {
    expect(readServiceConfig('ledger', { ...complete, BILLING_HTTP_PORT: '1' })).toEqual({
      host: '127.0.0.1',
      httpPort: 4003,
      grpcPort: 5003,
      database: { url: complete.LEDGER_DATABASE_URL, poolSizeMax: 10, isPooled: false },
      nats: { url: complete.LEDGER_NATS_URL },
      acceptKeys: new Map(
        ['gateway', 'accounts'].map((peer) => [
          peer,
          new Map([['k1', createSecretKey(Buffer.alloc(32, 7))]]),
        ]),
      ),
      callKeys: new Map(),
      requestLog: true,
    });
  });

  it('may list several NATS servers and the number of replicas', () => {
    const url = 'nats://ledger:secret@nats-1:4222,nats://ledger:secret@nats-2:4222';
    const env = { ...complete, LEDGER_NATS_URL: url, NATS_REPLICAS: '3' };
    expect(readServiceConfig('ledger', env)).toMatchObject({ nats: { url, replicas: 3 } });
    expect(() => readServiceConfig('ledger', { ...env, NATS_REPLICAS: '2' })).toThrow(
      'NATS_REPLICAS',
    );
    expect(() => readServiceConfig('ledger', { ...env, LEDGER_NATS_URL: `${url},nats-3` })).toThrow(
      'LEDGER_NATS_URL',
    );
  });

  it('may list several standbys, and have none by default', () => {
    const urls = ['postgres://a@one/florin', 'postgres://a@two/florin'];
    const env = { ...complete, LEDGER_STANDBY_URL: urls.join(','), STANDBY_LAG_MAX_MS: '9000' };
    expect(readServiceConfig('ledger', env).standbys).toEqual({ urls, lagMaxMs: 9_000 });
    expect(readServiceConfig('ledger', complete).standbys).toBeUndefined();
  });

  it("may be shared by all services, while a service's own settings take precedence", () => {
    const { LEDGER_DATABASE_URL: _, LEDGER_NATS_URL: __, ...rest } = complete;
    const shared = { DATABASE_URL: 'postgres://shared/florin', NATS_URL: 'nats://shared:4222' };
    expect(readServiceConfig('ledger', { ...rest, ...shared })).toMatchObject({
      database: { url: shared.DATABASE_URL },
      nats: { url: shared.NATS_URL },
    });
    expect(readServiceConfig('ledger', { ...complete, ...shared })).toMatchObject({
      database: { url: complete.LEDGER_DATABASE_URL },
      nats: { url: complete.LEDGER_NATS_URL },
    });
  });

  it('are all reported with their full names if they are missing', () => {
    expect(refusalOf({})).toBe(
      [
        'Error: invalid environment',
        '  LEDGER_HTTP_PORT is not set',
        '  LEDGER_GRPC_PORT is not set',
        '  LEDGER_DATABASE_URL is not set',
        '  LEDGER_NATS_URL is not set',
        '  LEDGER_ACCEPT_KEYS is not set',
      ].join('\n'),
    );
  });

  it.each(Object.keys(complete))('are reported if missing or empty: %s', (name) => {
    for (const value of [undefined, '']) {
      const refusal = refusalOf({ ...complete, [name]: value });
      expect(refusal).toBe(`Error: invalid environment\n  ${name} is not set`);
    }
  });

  it.each([
    ['LEDGER_HTTP_PORT', 'many'],
    ['LEDGER_HTTP_PORT', '-1'],
    ['LEDGER_GRPC_PORT', '65536'],
    ['LEDGER_GRPC_PORT', '4003.5'],
    ['LEDGER_DATABASE_URL', 'mysql://root:hunter2@host/florin'],
    ['LEDGER_DATABASE_URL', 'hunter2'],
    ['LEDGER_DATABASE_URL', 'postgres://root:hunter2@host/florin?sslmode=require'],
    ['LEDGER_STANDBY_URL', 'postgres://a@one/florin,hunter2'],
    ['LEDGER_STANDBY_LAG_MAX_MS', '100'],
    ['LEDGER_DATABASE_POOL_SIZE_MAX', '1'],
    ['LEDGER_DATABASE_POOL_SIZE_MAX', '101'],
    ['LEDGER_NATS_URL', 'http://hunter2@host'],
    ['LEDGER_ACCEPT_KEYS', 'gateway=k1:hunter2'],
    ['LEDGER_CALL_KEYS', 'hunter2'],
  ])('are reported without their value if invalid: %s=%s', (name, value) => {
    const refusal = refusalOf({ ...complete, [name]: value });
    expect(refusal).toMatch(new RegExp(`^Error: invalid environment\n  ${name}: .+$`));
    expect(refusal).not.toContain('hunter2');
  });

  it('are reported under the names that were set', () => {
    const { LEDGER_NATS_URL: _, ...rest } = complete;
    expect(refusalOf({ ...rest, NATS_URL: 'http://host' })).toContain('\n  NATS_URL: ');
  });
});

describe('settings without a prefix', () => {
  const shape = { FLORIN_DEPTH: z.coerce.number(), FLORIN_NAME: z.string().optional() };

  it('keep their names', () => {
    expect(readEnvironment({ FLORIN_DEPTH: '3', OTHER: 'x' }, shape)).toEqual({ FLORIN_DEPTH: 3 });
    expect(() => readEnvironment({}, shape)).toThrow('\n  FLORIN_DEPTH is not set');
  });

  it('use the default if they are empty', () => {
    const env = { FLORIN_DEPTH: '3', FLORIN_NAME: '' };
    expect(readEnvironment(env, shape)).toEqual({ FLORIN_DEPTH: 3 });
  });
});

it('an own environment contains the settings of one process', () => {
  const env = { GATEWAY_PORT: '1', LEDGER_PORT: '2', NATS_URL: 'nats://x', GATEWAY_: 'x' };
  expect(readEnvironment(ownEnvironment('gateway', env), { PORT: z.string() })).toEqual({
    PORT: '1',
  });
});

describe('the addresses of another service', () => {
  it('has one address per replica', () => {
    const env = { IDENTITY_GRPC_ADDRESSES: '127.0.0.1:1,127.0.0.1:2,' };
    expect(readGrpcAddresses('identity', env)).toEqual(['127.0.0.1:1', '127.0.0.1:2']);
  });

  it.each([{}, { IDENTITY_GRPC_ADDRESSES: ',' }])('is required: %j', (env) => {
    expect(() => readGrpcAddresses('identity', env)).toThrow('IDENTITY_GRPC_ADDRESSES');
    expect(addressesField.safeParse(',').success).toBe(false);
  });
});
