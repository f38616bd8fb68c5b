import type { PeerName, ServiceName } from '@florin/contracts';
import { behindLast, type Change, type Tree, withImport, withLineBefore } from './edit.ts';
import { namesOf } from './service/names.ts';

const CONTRACTS = 'packages/contracts/src/protos.ts';

interface NewRpc {
  readonly service: ServiceName;
  /** The file in `protos/<service>/v1/`: the only one by default. */
  readonly proto: string;
  /** Its name: `CloseGate`. */
  readonly name: string;
  /** The first caller. */
  readonly consumer: PeerName;
}

/**
 * `pnpm new rpc billing CloseGate accounts`: the call in the proto, and the caller's sample. The
 * type check asks for the server, and the test of samples for the sample's state.
 */
export function newRpc(tree: Tree, { service, proto, name, consumer }: NewRpc): readonly Change[] {
  if (!/^([A-Z][a-z]+)+$/.test(name))
    throw new Error(`an RPC is named like CloseGate, not ${name}`);
  const folder = `protos/${service}/v1`;
  const path = `${folder}/${proto}.proto`;
  const isThere = tree.list(folder).includes(`${proto}.proto`);
  const text = isThere ? tree.read(path) : protoText(service, proto);
  if (text.includes(`rpc ${name}(`)) throw new Error(`${path} already has an RPC ${name}`);
  const call = `  // The effect, the errors, and the effect of a repeated call.\n  rpc ${name}(${name}Request) returns (${name}Reply);\n`;
  const messages = `
// The request.
message ${name}Request {
  // Id of the account, a UUID.
  string account_id = 1;
}

// The reply.
message ${name}Reply {}
`;
  const sample = [{ given: 'nothing', request: { accountId: SAMPLE_ID }, reply: {} }];
  return [
    { path, text: behindLast(text, CALL_OR_BEGIN, isThere ? `\n${call}` : call) + messages },
    ...(isThere ? [] : [withProto(tree, service, proto)]),
    {
      path: `protos/${service}/v1/examples/${consumer}/${name}.json`,
      text: `${JSON.stringify(sample, null, 2)}\n`,
    },
  ];
}

/** A new call is added after one of these. */
const CALL_OR_BEGIN = /^ {2}rpc \w+\(\w+\) returns \(.*\);\n|^service \w+ \{\n/gm;

const protoText = (service: string, proto: string) => `syntax = "proto3";
package florin.${service}.v1;

// Calls that other services make to ${service}. Ids are UUIDs in text form.
service ${namesOf(proto).Name}Service {
}
`;

/** The first proto of a service: server and clients find it by its file name. */
function withProto(tree: Tree, service: string, proto: string): Change {
  const name = `${namesOf(proto).Name}Service`;
  const imported = withImport(
    tree.read(CONTRACTS),
    `import type { ${name}Definition } from './gen/florin/${service}/v1/${name}.ts';`,
  );
  const entry = `  ${proto}: serviceOf<${name}Definition>('florin.${service}.v1.${name}'),`;
  return { path: CONTRACTS, text: withLineBefore(imported, '} as const;', entry) };
}

const SAMPLE_ID = '01970000-0000-7000-8000-000000000001';
