import { openDatabase } from '@florin/database';
import { expect, it } from 'vitest';
import type { IdentityTables } from '../src/schema.ts';
import { openSigningKeys, rotateSigningKey } from '../src/signing-keys/signing-keys.ts';
import { createIdentityDatabase, startIdentity } from './start-identity.ts';
import { context } from './steps.ts';

it('publishes one key, the same from two processes that start concurrently', async () => {
  const database = await createIdentityDatabase();
  const services = await Promise.all([startIdentity(database.url), startIdentity(database.url)]);
  const sets = await Promise.all(
    services.flatMap((service) => [
      service.call('GET', '/.well-known/jwks.json').then(({ body }) => body),
      service.client.listSigningKeys({}, context()).then(({ jwks }) => JSON.parse(jwks)),
    ]),
  );
  expect(sets[0]).toEqual({
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.stringMatching(/^[\w-]{43}$/),
        kid: expect.any(String),
        use: 'sig',
        alg: 'EdDSA',
      },
    ],
  });
  expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(1);
  await Promise.all(services.map((service) => service.stop()));
  await database.drop();
});

it('keeps the existing key after a restart', async () => {
  const database = await createIdentityDatabase();
  const keysOfNewProcess = async () => {
    const service = await startIdentity(database.url);
    const { body } = await service.call('GET', '/.well-known/jwks.json');
    await service.stop();
    return body;
  };
  expect(await keysOfNewProcess()).toEqual(await keysOfNewProcess());
  await database.drop();
});

it('rotates five times: a key is published before it signs, and as long as its tokens live', async () => {
  const database = await createIdentityDatabase();
  const config = { url: database.url, poolSizeMax: 2 };
  const { db, close } = openDatabase<IdentityTables>(config, () => {});
  /** The keys as seen by a process that starts at this minute. */
  const at = async (minute: number) => {
    const keys = await openSigningKeys(db, () => new Date(minute * 60_000));
    const published = (await keys.listPublicKeys()).map(({ kid }) => kid);
    return { signer: (await keys.getSigner()).kid, published };
  };
  let { signer } = await at(0);
  for (let minute = 0; minute < 100; minute += 20) {
    await rotateSigningKey({ database: config }, [], new Date(minute * 60_000));
    const before = await at(minute + 0.9);
    expect(before.signer).toBe(signer);
    expect(before.published).toHaveLength(2);
    const after = await at(minute + 1);
    expect(after.signer).not.toBe(signer);
    expect(before.published).toContain(after.signer);
    // A token signed at the last moment lives for ten minutes.
    expect((await at(minute + 11.5)).published).toContain(signer);
    expect((await at(minute + 12)).published).toEqual([after.signer]);
    signer = after.signer;
  }
  await close();
  await database.drop();
});
