import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PeerName, serviceNames } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { describe, expect, it } from 'vitest';
import { listSamples } from './rpc-samples.ts';

interface Method {
  readonly path: string;
  readonly requestSerialize: (message: object) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
  readonly responseSerialize: (message: object) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => object;
}

const current = listSamples().filter(({ release }) => release === 'now');

/** A service's RPCs by name. */
function methodsOf(service: keyof typeof grpcServices): Record<string, Method> {
  return { ...grpcServices[service].service } as unknown as Record<string, Method>;
}

function sourceOf(app: PeerName): string {
  const dir = join(import.meta.dirname, '../../../apps', app, 'src');
  return globSync('**/*.ts', { cwd: dir })
    .map((path) => readFileSync(join(dir, path), 'utf8'))
    .join('\n');
}

/** `ledger/Charge` for every RPC that an app has a client for and uses. */
function usedBy(app: PeerName): string[] {
  const source = sourceOf(app);
  const clients = [...source.matchAll(/make(?:Optional)?Client\(\s*grpcServices\.(\w+)/g)];
  return clients.flatMap(([, name]) =>
    Object.entries(methodsOf(name as keyof typeof grpcServices))
      .filter(([rpc]) => new RegExp(`\\b${rpc[0]?.toLowerCase()}${rpc.slice(1)}\\b`).test(source))
      .map(([rpc, { path }]) => `${path.split('.')[1]}/${rpc}`),
  );
}

describe.each([...serviceNames, 'gateway'] as const)('%s', (app) => {
  it('has a sample for exactly the RPCs that it uses', () => {
    const sampled = current
      .filter(({ consumer }) => consumer === app)
      .map(({ provider, rpc }) => `${provider}/${rpc}`);
    expect([...new Set(sampled)].sort()).toEqual([...new Set(usedBy(app))].sort());
  });
});

it('finds used RPCs at all', () => {
  expect(usedBy('billing')).toContain('ledger/Charge');
  expect(usedBy('gateway')).toContain('describe/Describe');
});

describe.each(current)('$consumer calls $rpc given $given', ({ rpc, request, reply, error }) => {
  const services = Object.keys(grpcServices) as (keyof typeof grpcServices)[];
  const method = services.map((service) => methodsOf(service)[rpc]).find(Boolean);
  if (!method) throw new Error(`no service has ${rpc}`);

  it('matches the contract', () => {
    // Fields that the contract lacks are lost in serialization.
    expect(method.requestDeserialize(method.requestSerialize(request))).toEqual(request);
    const answer = reply ?? {};
    expect(method.responseDeserialize(method.responseSerialize(answer))).toMatchObject(answer);
  });

  it('has either a reply or an error', () => {
    expect([reply, error].filter((outcome) => outcome !== undefined)).toHaveLength(1);
  });
});
