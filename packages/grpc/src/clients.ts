import { ASSERTION_HEADER, type KeyRing, signAssertion } from '@florin/caller-assertion';
import { anonymous, type Caller } from '@florin/contracts';
import {
  type CallOptions,
  type Client,
  type ClientOptions,
  credentials,
  Metadata,
  type requestCallback,
  type ServiceError,
} from '@grpc/grpc-js';
import { toAppError } from './status.ts';

export interface CallContext {
  readonly requestId: string;
  /** On whose behalf; nobody's when a service acts by itself. */
  readonly caller?: Caller;
  /** The call fails as `unavailable` after this. */
  readonly timeoutMs: number;
}

type UnaryMethod<Request, Reply> = (
  request: Request,
  metadata: Metadata,
  options: CallOptions,
  callback: requestCallback<Reply>,
) => unknown;

/** The unary methods of a generated client, by their lower-case names, as promises. */
export type PromiseClient<Raw> = {
  readonly [Name in keyof Raw as Name extends Uncapitalize<Name & string>
    ? Raw[Name] extends UnaryMethod<infer _Request, infer _Reply>
      ? Name
      : never
    : never]: Raw[Name] extends UnaryMethod<infer Request, infer Reply>
    ? (request: Request, context: CallContext) => Promise<NonNullable<Reply>>
    : never;
} & { close(): void };

export interface ClientConfig {
  readonly self: string;
  readonly callee: string;
  /** host:port of each replica; calls go round them. */
  readonly addresses: readonly string[];
  readonly callKeys: KeyRing;
}

const channelOptions: ClientOptions = {
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

interface ServiceConstructor<Raw> {
  new (
    address: string,
    channel: ReturnType<typeof credentials.createInsecure>,
    options: ClientOptions,
  ): Raw;
  readonly service: object;
}

/** A client whose every call carries a deadline and a caller assertion. */
export function makeClient<Raw extends Client>(
  Service: ServiceConstructor<Raw>,
  { self, callee, addresses, callKeys }: ClientConfig,
): PromiseClient<Raw> {
  const raw = new Service(
    `ipv4:${addresses.join(',')}`,
    credentials.createInsecure(),
    channelOptions,
  );
  const methods: Record<string, unknown> = { close: () => raw.close() };
  for (const [name, { path }] of Object.entries(
    Service.service as Record<string, { path: string }>,
  )) {
    const methodName = name.charAt(0).toLowerCase() + name.slice(1);
    const call = (raw as unknown as Record<string, UnaryMethod<unknown, unknown>>)[name];
    if (!call) throw new Error(`${callee} has no method ${name}`);
    methods[methodName] = (request: unknown, { requestId, caller, timeoutMs }: CallContext) => {
      const metadata = new Metadata();
      const assertion = {
        from: self,
        method: 'GRPC',
        path,
        caller: caller ?? anonymous,
        requestId,
      };
      metadata.set(ASSERTION_HEADER, signAssertion(callKeys, callee, assertion, Date.now()));
      return new Promise((resolve, reject) => {
        call.call(
          raw,
          request,
          metadata,
          { deadline: Date.now() + timeoutMs },
          (error: ServiceError | null, reply: unknown) =>
            error ? reject(toAppError(error, callee)) : resolve(reply),
        );
      });
    };
  }
  return methods as PromiseClient<Raw>;
}
