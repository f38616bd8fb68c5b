import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { anonymous, newId, ownerOf, type ServiceName, serviceNames } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { openSecrets, type Secrets } from '@florin/launcher/src/secrets.ts';
import { ASSERTION_HEADER, parseKeyRing, signAssertion } from '@florin/runtime/caller';
import { eventually } from '@florin/testing';
import {
  Client,
  credentials,
  Metadata,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { processes } from '../api.ts';
import { operationsOf, readOpenApi } from '../operations.ts';
import { DATA_VARIABLE } from '../start-florin.ts';

const ANSWER_MS_MAX = 10_000;
const dataDir = process.env[DATA_VARIABLE] ?? '';
const admin = { ...anonymous, userId: newId(), accountId: newId(), role: 'admin' } as const;

interface Dialled {
  readonly method: string;
  readonly path: string;
  readonly service: ServiceName;
}

/** Every public operation, on the port of its service. */
async function readDialled(): Promise<readonly Dialled[]> {
  const operations = operationsOf(await readOpenApi());
  return operations.flatMap(({ method, template }) => {
    const service = ownerOf(template);
    return service ? [{ method, path: template.replaceAll(/\{\w+\}/g, 'x'), service }] : [];
  });
}

/** Repeated while the service is down: another test kills one, and the launcher restarts it. */
const dial = (dialled: Dialled, assertion: string | undefined) =>
  eventually(() => dialOnce(dialled, assertion));

async function dialOnce({ method, path, service }: Dialled, assertion: string | undefined) {
  const { url } = processes().get(`${service}-1`);
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    // A service that trusted plain headers would read these.
    'X-Internal-User': admin.userId,
    'X-Internal-Role': 'admin',
    ...(assertion === undefined ? {} : { [ASSERTION_HEADER]: assertion }),
  };
  const body = method === 'GET' ? null : '{}';
  const answered = fetch(`${url}${path}`, { method, headers, body });
  const { status: code } = await answered.catch((cause: unknown) => {
    throw new Error(`${service} does not answer at ${url}`, { cause });
  });
  return code;
}

type Rpc = ServiceDefinition[string];

/** gRPC methods of a service besides health checks: those of its protos, and common ones. */
function rpcsOf(service: ServiceName): readonly Rpc[] {
  return Object.values(grpcServices)
    .flatMap((each) => Object.values(each.service as unknown as ServiceDefinition))
    .filter(({ path }) =>
      [service, 'describe'].some((name) => path.startsWith(`/florin.${name}.`)),
    );
}

/** Calls an RPC on its service's own port; returns the status. */
const dialRpc = (service: ServiceName, rpc: Rpc, assertion: string | undefined) =>
  eventually(async () => {
    const code = await dialRpcOnce(service, rpc, assertion);
    if (code === status.UNAVAILABLE) throw new Error(`${service} does not answer`);
    return code;
  });

async function dialRpcOnce(service: ServiceName, rpc: Rpc, assertion: string | undefined) {
  const { pid } = processes().get(`${service}-1`);
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
  const [, port] =
    new RegExp(`\\b${service.toUpperCase()}_GRPC_PORT=(\\d+)`).exec(environment) ?? [];
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const metadata = new Metadata();
  if (assertion !== undefined) metadata.set(ASSERTION_HEADER, assertion);
  const { path, requestSerialize, responseDeserialize } = rpc;
  const deadline = Date.now() + ANSWER_MS_MAX;
  try {
    return await new Promise<status>((resolve) => {
      const settle = (error: ServiceError | null) => resolve(error?.code ?? status.OK);
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        {},
        metadata,
        { deadline },
        settle,
      );
    });
  } finally {
    client.close();
  }
}

/** Signs a request for a user as the gateway does, with a chosen key. */
function sign({ method, path, service }: Dialled, key: string): string {
  const keys = parseKeyRing(`${service}=k1:${key}`);
  const call = { from: 'gateway', method, path, caller: admin, requestId: 'req_1' };
  return signAssertion(keys, service, call, Date.now());
}

/** Assertions that every service must reject. */
function wrongAssertions(dialled: Dialled, callKey: Secrets['callKey']) {
  const { service } = dialled;
  const another = service === 'ledger' ? 'billing' : 'ledger';
  const elsewhere = { ...dialled, path: '/v1/elsewhere' };
  return Object.entries({
    none: undefined,
    nonsense: 'k1.e30.AAAA',
    'a key of a stranger': sign(dialled, randomBytes(32).toString('base64url')),
    'the key of another pair': sign(dialled, callKey('gateway', another)),
    'of another request': sign(elsewhere, callKey('gateway', service)),
  });
}

it("no operation on a service's own port accepts a missing or wrong assertion", async () => {
  const { callKey } = await openSecrets(dataDir);
  for (const dialled of await readDialled())
    for (const [what, assertion] of wrongAssertions(dialled, callKey))
      expect([dialled, what, await dial(dialled, assertion)]).toEqual([dialled, what, 401]);
});

describe("no RPC on a service's own port accepts a missing or wrong assertion", () => {
  it.each(serviceNames)('%s', async (service) => {
    const { callKey } = await openSecrets(dataDir);
    for (const rpc of rpcsOf(service)) {
      const dialled = { method: 'GRPC', path: rpc.path, service };
      for (const [what, assertion] of wrongAssertions(dialled, callKey))
        expect([rpc.path, what, await dialRpc(service, rpc, assertion)]).toEqual([
          rpc.path,
          what,
          status.UNAUTHENTICATED,
        ]);
    }
  });

  it('in the list of all RPCs', () => {
    const dialled = serviceNames.flatMap(rpcsOf).map(({ path }) => path);
    const all = Object.values(grpcServices).flatMap(({ service }) => Object.values(service));
    expect(new Set(dialled)).toEqual(new Set(all.map(({ path }) => path)));
  });

  it('but accepts the gateway’s key', async () => {
    const { callKey } = await openSecrets(dataDir);
    for (const service of serviceNames) {
      const rpc = grpcServices.describe.service.Describe;
      const known = { method: 'GRPC', path: rpc.path, service };
      const assertion = sign(known, callKey('gateway', service));
      expect(await dialRpc(service, rpc, assertion)).toBe(status.OK);
    }
  });
});

it('the gateway’s key is accepted there: the refusals above are due to the key', async () => {
  const { callKey } = await openSecrets(dataDir);
  const listing = { method: 'GET', path: '/v1/users', service: 'identity' } as const;
  expect(await dial(listing, sign(listing, callKey('gateway', 'identity')))).toBe(200);
});
