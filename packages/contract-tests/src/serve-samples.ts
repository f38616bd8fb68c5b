import { isDeepStrictEqual } from 'node:util';
import { AppError, type PeerName } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, serveGrpc } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import {
  listSamples,
  type Message,
  type Sample,
  withoutVarying,
  withValues,
} from './rpc-samples.ts';

/** Answers a consumer's calls to any service from its samples, and refuses others. */
export interface SampleServer {
  readonly address: string;
  /** Samples that the consumer has not sent yet. */
  unsent(): string[];
  /** Calls without a matching sample. */
  unmatched(): string[];
  stop(): Promise<void>;
}

/** @param values replace sample values that the consumer generates */
export async function serveSamples(
  consumer: PeerName,
  values: Readonly<Record<string, string>> = {},
): Promise<SampleServer> {
  const samples = listSamples()
    .filter((sample) => sample.release === 'now' && sample.consumer === consumer)
    .map((sample) => withValues(sample, values));
  const unsent = new Set(samples);
  const unmatched: string[] = [];

  async function answer(rpc: string, request: Message): Promise<Message> {
    const alike = samples.filter((sample) => sample.rpc === rpc && isSame(request, sample));
    const sample = alike.find((one) => unsent.has(one)) ?? alike[0];
    if (!sample) {
      unmatched.push(`${rpc} ${JSON.stringify(request)}`);
      throw new AppError('internal_error', 'no sample matches this call');
    }
    unsent.delete(sample);
    if (sample.error !== undefined) throw new AppError(sample.error, 'as the sample says');
    return sample.reply ?? {};
  }

  const server = await serveGrpc(
    { host: '127.0.0.1', port: 0, acceptKeys: testKeys(consumer) },
    Object.values(grpcServices).map(({ service }) => answeredBy(service, answer)),
    () => {},
  );
  return {
    address: `127.0.0.1:${server.port}`,
    unsent: () => [...unsent].map(({ rpc, given }) => `${rpc} given ${given}`),
    unmatched: () => unmatched,
    stop: () => server.stop(1_000),
  };
}

function answeredBy(
  definition: object,
  answer: (rpc: string, request: Message) => Promise<Message>,
): RpcService {
  const rpcs = Object.keys(definition).map((rpc) => [
    rpc,
    (request: Message) => answer(rpc, request),
  ]);
  return { definition: definition as RpcService['definition'], rpcs: Object.fromEntries(rpcs) };
}

function isSame(request: Message, sample: Sample): boolean {
  return isDeepStrictEqual(
    withoutVarying({ ...request }, sample),
    withoutVarying({ ...sample.request }, sample),
  );
}
