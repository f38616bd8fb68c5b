import { AppError, isStorable } from '@florin/contracts';
import {
  ASSERTION_HEADER,
  type Assertion,
  actFor,
  type KeyRing,
  verifyAssertion,
} from '@florin/runtime/caller';
import { continueTrace, TRACE_HEADER, withSpan } from '@florin/runtime/tracing';
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { toGrpcError } from './status.ts';

/** The caller and its deadline. */
export interface RpcCall extends Assertion {
  /** `performance.now()` after which the caller no longer waits. */
  readonly deadline: number;
}

/** An RPC as a function that returns the reply or throws. */
export type Rpc<Request, Reply> = (request: Request, call: RpcCall) => Promise<Reply>;

export interface RpcService {
  readonly definition: ServiceDefinition;
  // biome-ignore lint/suspicious/noExplicitAny: each RPC has its own types, checked by `rpcService`.
  readonly rpcs: Readonly<Record<string, Rpc<any, unknown>>>;
}

/** Function types of all RPCs in a generated service definition. */
export type RpcsOf<Definition> = {
  readonly [Name in keyof Definition]: Definition[Name] extends {
    requestDeserialize: (bytes: Buffer) => infer Request;
    responseSerialize: (reply: infer Reply) => Buffer;
  }
    ? Rpc<Request, Reply>
    : never;
};

/** Binds functions to a service definition; a missing or mistyped one is a compile error. */
export function rpcService<Definition extends ServiceDefinition>(
  definition: Definition,
  rpcs: RpcsOf<Definition>,
): RpcService {
  return { definition, rpcs: Object.fromEntries(Object.entries(rpcs)) };
}

export interface GrpcServerConfig {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly acceptKeys: KeyRing;
}

export interface GrpcServer {
  readonly port: number;
  /** Finishes the calls in flight, for `timeoutMs` at most. */
  stop(timeoutMs: number): Promise<void>;
}

/** An answered call, without its contents. */
export interface AnsweredCall {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** Name of the gRPC status: `OK`. */
  readonly code: string;
  readonly durationMs: number;
}

/** Serves RPCs to callers with a valid assertion, and gRPC health checks to any client. */
export async function serveGrpc(
  { host, port, acceptKeys }: GrpcServerConfig,
  services: readonly RpcService[],
  onBug: (error: unknown, assertion: Assertion) => void,
  onAnswered: (call: AnsweredCall) => void = () => {},
): Promise<GrpcServer> {
  const server = new Server({
    // Detects vanished peers. Rare, since these cost only a connection, and pings wake both ends.
    'grpc.keepalive_time_ms': 60_000,
    'grpc.keepalive_timeout_ms': 2_000,
    'grpc.max_receive_message_length': 1_048_576,
  });
  for (const { definition, rpcs } of services) {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, { path }] of Object.entries(definition)) {
      const rpc = rpcs[name];
      if (!rpc) throw new Error(`${path} has no implementation`);
      implementation[name] = toUnaryHandler(path, rpc, acceptKeys, onBug, onAnswered);
    }
    server.addService(definition, implementation);
  }
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);

  const boundPort = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    port: boundPort,
    stop(timeoutMs) {
      health.setStatus('', 'NOT_SERVING');
      return new Promise((resolve) => {
        const force = setTimeout(() => server.forceShutdown(), timeoutMs);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      });
    },
  };
}

function toUnaryHandler(
  path: string,
  rpc: Rpc<unknown, unknown>,
  acceptKeys: KeyRing,
  onBug: (error: unknown, assertion: Assertion) => void,
  onAnswered: (call: AnsweredCall) => void,
) {
  return (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>): void => {
    const startedAt = performance.now();
    const report = (code: status): void =>
      onAnswered({ path, code: status[code], durationMs: performance.now() - startedAt });
    const token = call.metadata.get(ASSERTION_HEADER)[0]?.toString();
    const assertion = verifyAssertion(acceptKeys, token, { method: 'GRPC', path }, Date.now());
    if (!assertion) {
      callback({ code: status.UNAUTHENTICATED, details: 'a valid caller assertion is required' });
      report(status.UNAUTHENTICATED);
      return;
    }
    // Async, so that synchronous exceptions of an RPC become rejections.
    const run = () =>
      actFor(
        assertion.actor,
        async () =>
          rpc(storable(call.request), { ...assertion, deadline: startedAt + timeLeft(call) }),
        // Canceled or past its deadline.
        () => call.cancelled,
      );
    const parent = call.metadata.get(TRACE_HEADER)[0]?.toString();
    continueTrace(parent, () => withSpan(path.slice(1), { kind: 'server' }, run)).then(
      (reply) => {
        callback(null, reply);
        report(status.OK);
      },
      (error: unknown) => {
        const answer = toGrpcError(error);
        if (answer.code === status.INTERNAL) onBug(error, assertion);
        callback(answer);
        report(answer.code ?? status.UNKNOWN);
      },
    );
  };
}

/** @throws AppError invalid_request for text that Postgres could not store */
function storable(request: unknown): unknown {
  if (isStorable(request)) return request;
  throw new AppError('invalid_request', 'text must not contain NUL or broken surrogates');
}

/** Deadline for callers that set none. */
const CALL_MS_MAX = 10_000;

/** Milliseconds until the caller's deadline, which is in this machine's time. */
function timeLeft(call: ServerUnaryCall<unknown, unknown>): number {
  return Math.min(Number(call.getDeadline()) - Date.now(), CALL_MS_MAX);
}
