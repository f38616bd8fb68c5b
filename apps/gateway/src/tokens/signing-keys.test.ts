import { Writable } from 'node:stream';
import { createLog } from '@florin/service';
import { afterEach, describe, expect, it } from 'vitest';
import { createIssuer } from '../../test/issuer.ts';
import { type SigningKeys, startSigningKeys } from './signing-keys.ts';
import { makeVerifyToken } from './verify-token.ts';

const silent = createLog('test', new Writable({ write: (_chunk, _encoding, done) => done() }));
const old = await createIssuer('old');
const next = await createIssuer('next');
let keys: SigningKeys;
let looks = 0;

afterEach(() => keys.stop());

/** Starts with one completed load and no periodic ones. */
async function start(listKeys: () => Promise<string>, gapMs = 30): Promise<SigningKeys> {
  looks = 0;
  const count = () => {
    looks += 1;
    return listKeys();
  };
  keys = startSigningKeys(count, { everyMs: 60_000, gapMs }, silent);
  await expect.poll(() => looks).toBeGreaterThan(0);
  return keys;
}

describe('signing keys', () => {
  it('are reloaded for an unknown key id', async () => {
    let jwks = old.jwks;
    const verify = makeVerifyToken(await start(async () => jwks));
    await verify(await old.mint());
    jwks = next.jwks;
    const token = await next.mint();
    await Promise.all([verify(token), verify(token), verify(token)]);
    expect(looks).toBe(2);
  });

  it('invalidate their tokens when retired, cached or not', async () => {
    let jwks = old.jwks;
    const verify = makeVerifyToken(await start(async () => jwks));
    const token = await old.mint();
    await verify(token);
    jwks = next.jwks;
    await verify(await next.mint());
    await expect(verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are reloaded at a limited rate, for any number of unknown ids', async () => {
    const { find } = await start(async () => old.jwks, 100);
    const startedAt = performance.now();
    for (let count = 0; count < 4; count += 1)
      await Promise.all(['x', 'y', 'z'].map((kid) => find(`${kid}${count}`)));
    expect(looks).toBeLessThanOrEqual(5);
    expect(performance.now() - startedAt).toBeGreaterThan(300);
  });

  it('cause 503 when they cannot be loaded', async () => {
    const { find, answers } = await start(() => Promise.reject(new Error('away')));
    await expect(find('old')).rejects.toMatchObject({ code: 'unavailable' });
    expect(answers()).toBe(false);
  });

  it('stay valid while identity is down', async () => {
    let isAway = false;
    const { find, answers } = await start(async () => {
      if (isAway) throw new Error('away');
      return old.jwks;
    });
    await find('old');
    isAway = true;
    await expect(find('other')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await find('old')).toBeDefined();
    expect(answers()).toBe(false);
  });

  it('are limited to Ed25519 keys', async () => {
    const odd = [
      { kty: 'oct', kid: 'secret', k: 'AAAA' },
      { kty: 'RSA', kid: 'rsa', n: 'AQAB', e: 'AQAB' },
      { kty: 'OKP', crv: 'X25519', kid: 'x', x: 'AAAA' },
    ];
    const mixed = { keys: [...odd, ...JSON.parse(old.jwks).keys] };
    const { find, current } = await start(async () => JSON.stringify(mixed));
    expect(await find('old')).toBeDefined();
    expect([...(current()?.keys() ?? [])]).toEqual(['old']);
  });
});
