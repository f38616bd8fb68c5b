import { AppError, newId, type ServiceName } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import {
  listSamples,
  type Message,
  type Sample,
  withoutVarying,
  withValues,
} from './rpc-samples.ts';

/**
 * Brings a provider into a sample's initial state. Returns actual values for those of the sample.
 */
export type Arrange = (
  request: Readonly<Record<string, string>>,
  reply: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, string>>> | Promise<void>;

export interface Provider {
  readonly name: ServiceName;
  readonly grpcPort: number;
}

interface Outcome {
  readonly error?: string;
  readonly reply?: Message;
}

/** All samples that a service must satisfy: its own, and those of all services. */
export function samplesFor(provider: ServiceName): Sample[] {
  return listSamples().filter((sample) => [provider, 'describe'].includes(sample.provider));
}

/**
 * Replays a sample against its real provider. Returns the expected and the actual outcome. Ids are
 * new each time.
 */
export async function replaySample(
  sample: Sample,
  states: Readonly<Record<string, Arrange>>,
  provider: Provider,
): Promise<{ wanted: Outcome; got: Outcome }> {
  const arrange = states[sample.given];
  if (!arrange) throw new Error(`${provider.name} has no state "${sample.given}"`);
  const fresh = withValues(sample, freshIds(sample));
  const actual = withValues(
    fresh,
    (await arrange(textsOf(fresh.request), textsOf(fresh.reply ?? {}))) ?? {},
  );
  const { reply = {}, error } = actual;
  return {
    wanted: error === undefined ? { reply: withoutVarying(reply, actual) } : { error },
    got: await send(actual, provider),
  };
}

/** Makes a call as the consumer does. */
async function send(sample: Sample, { name, grpcPort }: Provider): Promise<Outcome> {
  const { consumer, rpc, request } = sample;
  const client = makeClient(serviceOf(sample), {
    self: consumer,
    callee: name,
    addresses: [`127.0.0.1:${grpcPort}`],
    callKeys: testKeys(name),
  }) as unknown as { close(): void } & Record<string, Call>;
  try {
    const call = client[rpc.charAt(0).toLowerCase() + rpc.slice(1)];
    if (!call) throw new Error(`${name} has no RPC ${rpc}`);
    const reply = await call(request, { requestId: newId(), timeoutMs: 60_000 });
    return { reply: withoutVarying({ ...reply }, sample) };
  } catch (failure) {
    if (failure instanceof AppError) return { error: failure.code };
    throw failure;
  } finally {
    client.close();
  }
}

type Call = (
  request: Message,
  context: { readonly requestId: string; readonly timeoutMs: number },
) => Promise<object>;

function serviceOf({ provider, rpc }: Sample) {
  const service = Object.values(grpcServices).find(({ service: methods }) =>
    Object.values(methods).some(
      ({ path }) => path.startsWith(`/florin.${provider}.`) && path.endsWith(`/${rpc}`),
    ),
  );
  if (!service) throw new Error(`${provider} has no RPC ${rpc}`);
  return service as typeof grpcServices.describe;
}

function freshIds(sample: Sample): Record<string, string> {
  const uuids = JSON.stringify(sample).match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
  return Object.fromEntries([...new Set(uuids)].map((uuid) => [uuid, newId()]));
}

/** Texts of a message by field name; for lists, those of the first item. */
function textsOf(message: Message): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(message)) {
    if (typeof value === 'string') texts[name] = value;
    if (Array.isArray(value) && value[0] instanceof Object)
      Object.assign(texts, textsOf({ ...value[0] }));
  }
  return texts;
}
