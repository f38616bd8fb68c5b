import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSERTION_HEADER, parseKeyRing, signAssertion } from '@florin/caller-assertion';
import { anonymous, newId, ownerOf, type ServiceName } from '@florin/contracts';
import { openSecrets } from '@florin/launcher/src/secrets.ts';
import { expect, it } from 'vitest';
import { operationsOf, readOpenApi } from '../operations.ts';
import { DATA_VARIABLE } from '../start-florin.ts';

const dataDir = process.env[DATA_VARIABLE] ?? '';
const admin = { ...anonymous, userId: newId(), accountId: newId(), role: 'admin' } as const;

interface Dialled {
  readonly method: string;
  readonly path: string;
  readonly service: ServiceName;
}

/** Every public operation, at the port of the service itself. */
async function readDialled(): Promise<readonly Dialled[]> {
  const operations = operationsOf(await readOpenApi());
  return operations.flatMap(({ method, template }) => {
    const service = ownerOf(template);
    return service ? [{ method, path: template.replaceAll(/\{\w+\}/g, 'x'), service }] : [];
  });
}

async function dial({ method, path, service }: Dialled, assertion: string | undefined) {
  const listed: readonly { name: string; url: string }[] = JSON.parse(
    readFileSync(join(dataDir, 'processes.json'), 'utf8'),
  );
  const url = listed.find(({ name }) => name === `${service}-1`)?.url;
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    // What a service that believed plain headers would look at.
    'X-Internal-User': admin.userId,
    'X-Internal-Role': 'admin',
    ...(assertion === undefined ? {} : { [ASSERTION_HEADER]: assertion }),
  };
  const body = method === 'GET' ? null : '{}';
  return (await fetch(`${url}${path}`, { method, headers, body })).status;
}

/** As the gateway vouches for somebody, with a key of one's own choice. */
function vouch({ method, path, service }: Dialled, key: string): string {
  const keys = parseKeyRing(`${service}=k1:${key}`);
  const call = { from: 'gateway', method, path, caller: admin, requestId: 'req_1' };
  return signAssertion(keys, service, call, Date.now());
}

it('no operation answers who dials its service without an assertion, or with a wrong one', async () => {
  const { callKey } = await openSecrets(dataDir);
  const others = (service: ServiceName): ServiceName =>
    service === 'ledger' ? 'billing' : 'ledger';
  const strangers = randomBytes(32).toString('base64url');
  for (const dialled of await readDialled()) {
    const elsewhere = { ...dialled, path: '/v1/elsewhere' };
    const own = callKey('gateway', dialled.service);
    const assertions = {
      none: undefined,
      nonsense: 'k1.e30.AAAA',
      'a key of a stranger': vouch(dialled, strangers),
      'the key of another pair': vouch(dialled, callKey('gateway', others(dialled.service))),
      'of another request': vouch(elsewhere, own),
    };
    for (const [what, assertion] of Object.entries(assertions))
      expect([dialled, what, await dial(dialled, assertion)]).toEqual([dialled, what, 401]);
  }
});

it('with the gateway’s key they would: what is refused above is the key', async () => {
  const { callKey } = await openSecrets(dataDir);
  const listing = { method: 'GET', path: '/v1/users', service: 'identity' } as const;
  expect(await dial(listing, vouch(listing, callKey('gateway', 'identity')))).toBe(200);
});
