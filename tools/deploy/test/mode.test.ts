import { serviceNames } from '@florin/contracts';
import type { Environment } from '@florin/service';
import { expect, it } from 'vitest';
import { readConfig as readAccounts } from '../../../apps/accounts/src/config.ts';
import { readConfig as readIdentity } from '../../../apps/identity/src/config.ts';
import { readConfig as readLedger } from '../../../apps/ledger/src/config.ts';
import { readConfig as readProcessors } from '../../../apps/processors/src/config.ts';
import { readConfig as readWebhooks } from '../../../apps/webhooks/src/config.ts';
import { makeSecrets } from '../src/make-secrets.ts';
import { readText } from './apps.ts';

const secrets = [...makeSecrets('postgres:5432/florin')];
const needed: Environment = {
  ...Object.fromEntries(secrets.map(([name, secret]) => [name.toUpperCase(), secret])),
  ...Object.fromEntries(
    serviceNames
      .map((service) => service.toUpperCase())
      .flatMap((prefix) => [
        [`${prefix}_HTTP_PORT`, '0'],
        [`${prefix}_GRPC_PORT`, '0'],
        [`${prefix}_GRPC_ADDRESSES`, 'host:1'],
      ]),
  ),
  FLORIN_PUBLIC_URL: 'https://florin.example.com',
  FLORIN_ADMIN_EMAIL: 'admin@florin.example.com',
};

/** Settings of an environment that only suit development. */
function laxIn(given: Environment): string[] {
  const env = { ...needed, ...given };
  const ledger = readLedger(env);
  const lax = {
    'owners credit themselves': ledger.creditBy === 'owner',
    'test cards pay': readProcessors(env).takesTestCards,
    'common passwords of users': !readIdentity(env).refusesCommonPasswords,
    'common passwords of owners': !readAccounts(env).refusesCommonPasswords,
    'webhooks go inside': readWebhooks(env).allowsPrivate,
    'anyone signs up': !readIdentity(env).closesSignUp || !readAccounts(env).closesSignUp,
  };
  return Object.entries(lax).flatMap(([what, is]) => (is ? [what] : []));
}

it('a service without a mode is as strict as in production; each exception is explicit', () => {
  expect(laxIn({})).toEqual([]);
  expect(laxIn({ FLORIN_MODE: 'production' })).toEqual([]);
  expect(laxIn({ LEDGER_CREDIT_BY: 'owner' })).toEqual(['owners credit themselves']);
  expect(laxIn({ FLORIN_TEST_PROCESSOR: 'allow' })).toEqual(['test cards pay']);
  expect(laxIn({ FLORIN_SIGN_UP: 'on' })).toEqual(['anyone signs up']);
});

it('development has what trying out needs, and each setting can be switched off', () => {
  const tried = { FLORIN_MODE: 'development' };
  expect(laxIn(tried)).toEqual([
    'owners credit themselves',
    'test cards pay',
    'common passwords of users',
    'common passwords of owners',
    'anyone signs up',
  ]);
  const strict = {
    ...tried,
    LEDGER_CREDIT_BY: 'admin',
    FLORIN_TEST_PROCESSOR: 'refuse',
    FLORIN_PASSWORD_BLOCKLIST: 'on',
    FLORIN_SIGN_UP: 'off',
  };
  expect(laxIn(strict)).toEqual([]);
});

it('production requires a password and an address of its own', () => {
  const documented = { FLORIN_ADMIN_PASSWORD: 'florin-admin-pass' };
  expect(() => readAccounts({ ...needed, ...documented })).toThrow(/FLORIN_ADMIN_PASSWORD: is the/);
  const nowhere = { ...needed, FLORIN_PUBLIC_URL: '' };
  expect(() => readLedger(nowhere)).toThrow('FLORIN_PUBLIC_URL is not set');
  const tried = { ...nowhere, ...documented, FLORIN_MODE: 'development' };
  expect(readAccounts(tried).admin).not.toBeNull();
  expect(readLedger(tried).publicUrl).toBe('http://127.0.0.1:8080');
});

it('every app that reads the mode refuses an unknown one', () => {
  for (const read of [readAccounts, readIdentity, readLedger])
    expect(() => read({ ...needed, FLORIN_MODE: 'prod' })).toThrow('FLORIN_MODE');
});

it('images run in production', () => {
  expect(readText('Dockerfile')).toMatch(/^ENV .*\bFLORIN_MODE=production\b/m);
});
