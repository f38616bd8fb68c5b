import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const env = {
  ACCOUNTS_HTTP_PORT: '0',
  ACCOUNTS_GRPC_PORT: '0',
  ACCOUNTS_DATABASE_URL: 'postgres://127.0.0.1/florin',
  ACCOUNTS_ACCEPT_KEYS: `gateway=k1:${'A'.repeat(43)}`,
  NATS_URL: 'nats://127.0.0.1:4222',
  IDENTITY_GRPC_ADDRESSES: 'a:1,b:2',
  LEDGER_GRPC_ADDRESSES: 'c:3',
  BILLING_GRPC_ADDRESSES: 'd:4',
};
const FLORIN_ADMIN_EMAIL = 'admin@example.com';
const FLORIN_ADMIN_PASSWORD = 'correct horse';

describe('readConfig', () => {
  it('reads the addresses of the services that it calls', () => {
    const { identityAddresses, ledgerAddresses, billingAddresses, ...rest } = readConfig(env);
    expect(identityAddresses).toEqual(['a:1', 'b:2']);
    expect([ledgerAddresses, billingAddresses]).toEqual([['c:3'], ['d:4']]);
    expect(rest).toMatchObject({ passwordLengthMin: 8, admin: null });
    expect(() => readConfig({ ...env, LEDGER_GRPC_ADDRESSES: '' })).toThrow('GRPC_ADDRESSES');
  });

  it('reads the admin with the canonical form of the email address', () => {
    const admin = { FLORIN_ADMIN_EMAIL: ' Admin@Example.COM ', FLORIN_ADMIN_PASSWORD };
    expect(readConfig({ ...env, ...admin }).admin).toEqual({
      email: 'admin@example.com',
      password: FLORIN_ADMIN_PASSWORD,
    });
    const empty = { FLORIN_ADMIN_EMAIL: '', FLORIN_ADMIN_PASSWORD: '' };
    expect(readConfig({ ...env, ...empty }).admin).toBeNull();
  });

  it.each([
    ['an invalid email', { FLORIN_ADMIN_EMAIL: 'admin', FLORIN_ADMIN_PASSWORD }, 'EMAIL'],
    ['no email', { FLORIN_ADMIN_PASSWORD }, 'EMAIL'],
    ['no password', { FLORIN_ADMIN_EMAIL }, 'PASSWORD'],
    ['a short password', { FLORIN_ADMIN_EMAIL, FLORIN_ADMIN_PASSWORD: 'secret7' }, 'PASSWORD'],
    [
      'a password shorter than all have to be',
      { FLORIN_ADMIN_EMAIL, FLORIN_ADMIN_PASSWORD, FLORIN_PASSWORD_MIN: '20' },
      'PASSWORD',
    ],
  ])('refuses an admin with %s and does not print it', (_what, admin, field) => {
    const read = () => readConfig({ ...env, ...admin });
    expect(read).toThrow(`FLORIN_ADMIN_${field}`);
    expect(read).not.toThrow(/correct horse|secret7/);
  });
});
