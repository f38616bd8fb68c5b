import { describe, expect, it } from 'vitest';
import { type Replica, type System, serviceEnvironment } from './service-environment.ts';

const gateway: Replica = { app: 'gateway', number: 1, httpPort: 8080, grpcPort: undefined };
const ledger: Replica = { app: 'ledger', number: 1, httpPort: 1001, grpcPort: 1002 };
const secondLedger: Replica = { app: 'ledger', number: 2, httpPort: 1003, grpcPort: 1004 };
const accounts: Replica = { app: 'accounts', number: 1, httpPort: 1005, grpcPort: 1006 };

const system: System = {
  mode: 'development',
  given: {
    PATH: '/bin',
    LEDGER_SETTLEMENT_DELAY_MS: '5',
    DATABASE_URL: 'postgres://all',
    IDENTITY_DATABASE_URL: 'postgres://identity',
    IDENTITY_GRPC_ADDRESSES: 'elsewhere:1',
    FLORIN_ADMIN_PASSWORD: 'given',
    FLORIN_TLS_KEY: 'key.pem',
    LEDGER_MIGRATION_DATABASE_URL: 'postgres://given-owner',
    LEDGER_PROVISION_DATABASE_URL_FILE: 'provision',
    LEDGER_DATABASE_URL_FILE: 'url',
    PGPASSWORD: 'root',
  },
  replicas: [gateway, ledger, secondLedger, accounts],
  databaseUrls: new Map([['ledger', { app: 'postgres://app', owner: 'postgres://owner' }]]),
  natsUrlOf: (app) => `nats://${app}@127.0.0.1:4222`,
  publicUrl: 'http://127.0.0.1:8080',
  gatewayHost: '127.0.0.1',
  admin: { email: 'admin@florin.local', password: 'secret' },
  metricsToken: 'token',
  callKey: (caller, callee) => `${caller}-${callee}`,
};

describe('serviceEnvironment', () => {
  it('passes the mode to every process, and allows private webhooks in development only', () => {
    const webhooks: Replica = { app: 'webhooks', number: 1, httpPort: 1007, grpcPort: 1008 };
    for (const mode of ['development', 'production'] as const) {
      const environment = serviceEnvironment(webhooks, { ...system, mode });
      expect(environment.FLORIN_MODE).toBe(mode);
      expect(environment.FLORIN_WEBHOOKS_ALLOW_PRIVATE).toBe(
        mode === 'development' ? 'on' : undefined,
      );
    }
  });

  it('gives a service its ports, its database and its callers', () => {
    expect(serviceEnvironment(secondLedger, system)).toMatchObject({
      LEDGER_HOST: '127.0.0.1',
      LEDGER_HTTP_PORT: '1003',
      LEDGER_GRPC_PORT: '1004',
      LEDGER_DATABASE_URL: 'postgres://app',
      LEDGER_ACCEPT_KEYS:
        'accounts=k1:accounts-ledger,processors=k1:processors-ledger,billing=k1:billing-ledger,mail=k1:mail-ledger,gateway=k1:gateway-ledger',
      LEDGER_NATS_URL: 'nats://ledger@127.0.0.1:4222',
      LEDGER_SETTLEMENT_DELAY_MS: '5',
    });
  });

  it('gives a caller every replica of its callees and the same keys as theirs', () => {
    const environment = serviceEnvironment(gateway, system);
    expect(environment).toMatchObject({
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '8080',
      LEDGER_GRPC_ADDRESSES: '127.0.0.1:1002,127.0.0.1:1004',
      LEDGER_HTTP_URLS: 'http://127.0.0.1:1001,http://127.0.0.1:1003',
    });
    expect(environment.GATEWAY_CALL_KEYS).toContain('ledger=k1:gateway-ledger');
  });

  it('keeps the given address of a callee that is not started here', () => {
    const environment = serviceEnvironment(gateway, system);
    expect(environment.IDENTITY_GRPC_ADDRESSES).toBe('elsewhere:1');
    expect(environment.BILLING_GRPC_ADDRESSES).toBeUndefined();
  });

  it('hides databases of others and the administrator from unrelated services', () => {
    const environment = serviceEnvironment(ledger, system);
    expect(environment.DATABASE_URL).toBeUndefined();
    expect(environment.IDENTITY_DATABASE_URL).toBeUndefined();
    expect(environment.FLORIN_ADMIN_PASSWORD).toBeUndefined();
    expect(serviceEnvironment(accounts, system).LEDGER_DATABASE_URL_FILE).toBeUndefined();
    expect(serviceEnvironment(accounts, system).FLORIN_ADMIN_PASSWORD).toBe('secret');
  });

  it('hides settings of migrations, the gateway or the shell from serving processes', () => {
    const environment = serviceEnvironment(ledger, system);
    expect(
      Object.keys(environment).filter((name) => /MIGRATION|PROVISION|^PG|TLS/.test(name)),
    ).toEqual([]);
    expect(JSON.stringify(environment)).not.toContain('owner');
    expect(serviceEnvironment(gateway, system).FLORIN_TLS_KEY).toBe('key.pem');
  });

  it("passes on a given NATS, for all or for one, and the launcher's otherwise", () => {
    const given = { NATS_URL: 'nats://given', NATS_CREDS: '/creds', LEDGER_NATS_URL: 'nats://one' };
    const elsewhere = { ...system, given, natsUrlOf: undefined };
    expect(serviceEnvironment(accounts, elsewhere)).toMatchObject({
      NATS_URL: 'nats://given',
      NATS_CREDS: '/creds',
    });
    expect(serviceEnvironment(accounts, elsewhere)).not.toHaveProperty('LEDGER_NATS_URL');
    const ours = { ...system, given: { NATS_CREDS: '/creds', LEDGER_NATS_URL: 'nats://one' } };
    expect(serviceEnvironment(ledger, ours).LEDGER_NATS_URL).toBe('nats://one');
    expect(serviceEnvironment(accounts, ours)).toMatchObject({
      ACCOUNTS_NATS_URL: 'nats://accounts@127.0.0.1:4222',
      NATS_CREDS: undefined,
    });
  });
});
