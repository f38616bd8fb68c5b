import { expect, it } from 'vitest';
import { createIdentityDatabase, startIdentity } from './start-identity.ts';
import { context } from './steps.ts';

it('publishes one key, the same at every door of two processes that start at once', async () => {
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

it('goes on with the key it has', async () => {
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
