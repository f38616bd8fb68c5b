import type { PeerName, ServiceName } from '@florin/contracts';
import { behindLast, type Change, type Tree } from './edit.ts';

interface NewRpc {
  readonly service: ServiceName;
  /** The file of `protos/<service>/v1/`: one where the service has no more. */
  readonly proto: string;
  /** As it is called: `CloseGate`. */
  readonly name: string;
  /** Who calls it first. */
  readonly consumer: PeerName;
}

/**
 * `pnpm new rpc billing CloseGate accounts`: the call in the proto, and a sample of it by whoever
 * calls it. What serves it is missed by the types, the state of the sample by the test of samples.
 */
export function newRpc(tree: Tree, { service, proto, name, consumer }: NewRpc): readonly Change[] {
  if (!/^([A-Z][a-z]+)+$/.test(name))
    throw new Error(`an RPC is called like CloseGate, not ${name}`);
  const path = `protos/${service}/v1/${proto}.proto`;
  const text = tree.read(path);
  if (text.includes(`rpc ${name}(`)) throw new Error(`${path} has an RPC ${name}`);
  const call = `\n  // What it does, its errors, and what repeating it does.\n  rpc ${name}(${name}Request) returns (${name}Reply);\n`;
  const messages = `
// What is asked for.
message ${name}Request {
  // Id of the account, a UUID.
  string account_id = 1;
}

// What is answered.
message ${name}Reply {}
`;
  const sample = [{ given: 'nothing', request: { accountId: SAMPLE_ID }, reply: {} }];
  return [
    { path, text: behindLast(text, /^ {2}rpc \w+\(\w+\) returns \(.*\);\n/gm, call) + messages },
    {
      path: `protos/${service}/v1/examples/${consumer}/${name}.json`,
      text: `${JSON.stringify(sample, null, 2)}\n`,
    },
  ];
}

const SAMPLE_ID = '01970000-0000-7000-8000-000000000001';
