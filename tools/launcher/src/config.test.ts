import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const place = { root: '/florin', only: [], watch: [] };

describe('readConfig', () => {
  it('needs no settings', () => {
    const config = readConfig({}, place);
    expect(config).toMatchObject({ gatewayPort: 8080, dataDir: '/florin/.florin', tls: false });
    expect([...config.replicas.values()]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('defaults to development; production requires a password of its own', () => {
    expect(readConfig({}, place).mode).toBe('development');
    const FLORIN_MODE = 'production';
    expect(() => readConfig({ FLORIN_MODE }, place)).toThrow('set FLORIN_ADMIN_PASSWORD');
    const own = { FLORIN_MODE, FLORIN_ADMIN_PASSWORD: 'a password of my own' };
    expect(readConfig(own, place).mode).toBe('production');
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ FLORIN_PORT: '' }, place).gatewayPort).toBe(8080);
  });

  it('reads replicas and databases of single services', () => {
    const given = { FLORIN_REPLICAS_LEDGER: '3', LEDGER_DATABASE_URL: 'postgres://a@b/c' };
    const config = readConfig(given, place);
    expect(config.replicas.get('ledger')).toBe(3);
    expect(config.serviceDatabaseUrls.get('ledger')).toBe('postgres://a@b/c');
  });

  it('starts only the named apps', () => {
    const config = readConfig({}, { ...place, only: ['ledger', 'gateway'] });
    expect([...config.replicas.keys()]).toEqual(['ledger', 'gateway']);
    expect(() => readConfig({}, { ...place, only: ['leger'] })).toThrow(/--only leger/);
  });

  it('watches the named apps if they run', () => {
    const only = ['ledger', 'gateway'];
    expect([...readConfig({}, { ...place, only, watch: ['ledger'] }).watched]).toEqual(['ledger']);
    expect(() => readConfig({}, { ...place, watch: ['leger'] })).toThrow(/--watch leger/);
    expect(() => readConfig({}, { ...place, only, watch: ['billing'] })).toThrow(
      /add it to --only/,
    );
  });

  it.each([
    ['FLORIN_PORT', 'eighty'],
    ['FLORIN_REPLICAS_LEDGER', '0'],
    ['DATABASE_URL', 'mysql://x'],
    ['LEDGER_DATABASE_URL', 'nonsense'],
    ['DATABASE_URL', 'postgres://a@b/c?sslmode=no-verify'],
    ['LEDGER_MIGRATION_DATABASE_URL', 'postgres://a@b/c?sslmode=require'],
    ['FLORIN_ADMIN_PASSWORD', 'short'],
    ['FLORIN_MODE', 'prod'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readConfig({ [name]: value }, place)).toThrow(name);
  });
});
