import { anonymous, type Caller } from '@florin/contracts';
import {
  ASSERTION_HEADER,
  currentActor,
  type KeyRing,
  signAssertion,
} from '@florin/runtime/caller';
import { TRACE_HEADER, traceParent, withSpan } from '@florin/runtime/tracing';
import {
  Client,
  type ClientOptions,
  credentials,
  Metadata,
  type MethodDefinition,
  type ServiceDefinition,
} from '@grpc/grpc-js';
import { toTarget } from './resolver.ts';
import { toAppError } from './status.ts';

export interface CallContext {
  readonly requestId: string;
  /** The caller on whose behalf; anonymous for a service's own calls. */
  readonly caller?: Caller;
  /** The call fails as `unavailable` after this. */
  readonly timeoutMs: number;
}

/** The methods of a generated service definition as promise functions, with lower-case names. */
export type PromiseClient<Definition> = {
  readonly [Name in keyof Definition as Uncapitalize<Name & string>]: Definition[Name] extends {
    requestSerialize: (request: infer Request) => Buffer;
    responseDeserialize: (bytes: Buffer) => infer Reply;
  }
    ? (request: Request, context: CallContext) => Promise<Reply>
    : never;
} & { close(): void };

export interface ClientConfig {
  readonly self: string;
  readonly callee: string;
  /** `host:port` of each replica, or DNS names of all; calls are distributed among them. */
  readonly addresses: readonly string[];
  readonly callKeys: KeyRing;
}

type Addressed<Config> = {
  [Name in keyof Config]: Name extends `${infer Callee}Addresses` ? Callee : never;
}[keyof Config];

/** How a service calls others: by their addresses in its settings, such as `ledgerAddresses`. */
export const peersOf =
  <Config extends { readonly callKeys: KeyRing }>(self: string, config: Config) =>
  (callee: Addressed<Config>): ClientConfig => {
    const { [`${callee}Addresses`]: addresses } = config as Record<string, unknown>;
    return { self, callee, addresses: addresses as readonly string[], callKeys: config.callKeys };
  };

/** A client of a service that may not run; undefined without addresses. */
export function makeOptionalClient<Definition extends ServiceDefinition>(
  service: { readonly service: Definition },
  config: ClientConfig,
): PromiseClient<Definition> | undefined {
  return config.addresses.length === 0 ? undefined : makeClient(service, config);
}

const channelOptions: ClientOptions = {
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 250,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/** A client that adds a deadline and a caller assertion to every call. */
export function makeClient<Definition extends ServiceDefinition>(
  { service }: { readonly service: Definition },
  { self, callee, addresses, callKeys }: ClientConfig,
): PromiseClient<Definition> {
  const channel = new Client(toTarget(addresses), credentials.createInsecure(), channelOptions);

  function send(
    { path, requestSerialize, responseDeserialize }: MethodDefinition<unknown, unknown>,
    request: unknown,
    { requestId, caller = anonymous, timeoutMs }: CallContext,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const metadata = new Metadata();
      const parent = traceParent();
      if (parent !== undefined) metadata.set(TRACE_HEADER, parent);
      const actor = currentActor();
      const assertion = { from: self, method: 'GRPC', path, caller, requestId, actor };
      metadata.set(ASSERTION_HEADER, signAssertion(callKeys, callee, assertion, Date.now()));
      const options = { deadline: Date.now() + timeoutMs };
      channel.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        options,
        (error, reply) => (error ? reject(toAppError(error, callee)) : resolve(reply)),
      );
    });
  }

  const methods = Object.entries(service).map(([name, method]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    (request: unknown, context: CallContext) =>
      withSpan(method.path.slice(1), { kind: 'client' }, () => send(method, request, context)),
  ]);
  return { ...Object.fromEntries(methods), close: () => channel.close() };
}
