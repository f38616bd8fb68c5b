import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const key = Buffer.alloc(32, 1).toString('base64url');
const env = {
  GATEWAY_CALL_KEYS: `ledger=k1:${key}`,
  LEDGER_GRPC_ADDRESSES: '127.0.0.1:5003,127.0.0.1:5013',
  LEDGER_HTTP_URLS: 'http://127.0.0.1:4003,http://127.0.0.1:4013/',
};

describe('readConfig', () => {
  it('routes to the configured services only', () => {
    const config = readConfig(env);
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: undefined });
    expect([...config.services]).toEqual([
      [
        'ledger',
        {
          grpc: ['127.0.0.1:5003', '127.0.0.1:5013'],
          http: ['http://127.0.0.1:4003', 'http://127.0.0.1:4013'],
        },
      ],
    ]);
  });

  it("ignores clients' traceparent unless configured to trust it", () => {
    expect(readConfig(env).trustsTraceParent).toBe(false);
    const trusting = readConfig({ ...env, GATEWAY_TRUST_TRACEPARENT: 'on' });
    expect(trusting.trustsTraceParent).toBe(true);
  });

  it('fills one ledger before the next, unless configured to spread', () => {
    expect(readConfig(env).fillsLedgers).toBe(true);
    expect(readConfig({ ...env, GATEWAY_LEDGERS: 'spread' }).fillsLedgers).toBe(false);
  });

  it('removes the trailing slash of the public URL', () => {
    const config = readConfig({ ...env, FLORIN_PUBLIC_URL: 'https://florin.example/' });
    expect(config.publicUrl).toBe('https://florin.example');
  });

  it('reads certificate and key from files, or as inline PEM', () => {
    expect(readConfig(env).tls).toBeUndefined();
    const pem = '-----BEGIN CERTIFICATE-----';
    const config = readConfig({
      ...env,
      FLORIN_TLS_CERT: pem,
      FLORIN_TLS_KEY: import.meta.filename,
    });
    expect(config.tls?.cert).toBe(pem);
    expect(config.tls?.key).toContain('takes certificate and key from files');
  });

  it('accepts origins as browsers write them', () => {
    expect(readConfig(env).corsOrigins.size).toBe(0);
    const FLORIN_CORS_ORIGINS = 'https://app.example, http://localhost:3000';
    expect([...readConfig({ ...env, FLORIN_CORS_ORIGINS }).corsOrigins]).toEqual([
      'https://app.example',
      'http://localhost:3000',
    ]);
  });

  it.each([
    [
      'a key without a certificate',
      { FLORIN_TLS_KEY: '-----BEGIN KEY-----' },
      'must be set together',
    ],
    ['a missing certificate file', { FLORIN_TLS_CERT: '/nowhere.pem' }, 'is not a readable file'],
    ['an origin with a path', { FLORIN_CORS_ORIGINS: 'https://app.example/' }, 'without a path'],
    ['a proxy that is not an address', { GATEWAY_TRUSTED_PROXIES: 'lb' }, 'neither an IP address'],
    ['no keys', { GATEWAY_CALL_KEYS: undefined }, 'CALL_KEYS'],
    [
      'no key for a service',
      { GATEWAY_CALL_KEYS: `billing=k1:${key}` },
      'no key for calls to ledger',
    ],
    ['a service without HTTP URLs', { LEDGER_HTTP_URLS: undefined }, 'HTTP_URLS'],
    [
      'an address with a path',
      { LEDGER_HTTP_URLS: 'http://127.0.0.1:4003/v1' },
      'must not have a path',
    ],
    ['an unknown ledger strategy', { GATEWAY_LEDGERS: 'even' }, 'LEDGERS'],
    ['an invalid port', { GATEWAY_PORT: '70000' }, 'PORT'],
  ])('refuses %s', (_title, change, message) => {
    expect(() => readConfig({ ...env, ...change })).toThrow(message);
  });
});
