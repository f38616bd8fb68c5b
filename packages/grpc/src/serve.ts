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

/** Who makes a call, and for how long they wait for it. */
export interface RpcCall extends Assertion {
  /** `performance.now()` after which the caller no longer waits. */
  readonly deadline: number;
}

/** One RPC as a plain function: it returns the reply or throws. */
export type Rpc<Request, Reply> = (request: Request, call: RpcCall) => Promise<Reply>;

export interface RpcService {
  readonly definition: ServiceDefinition;
  // biome-ignore lint/suspicious/noExplicitAny: each RPC has its own types, checked by `rpcService`.
  readonly rpcs: Readonly<Record<string, Rpc<any, unknown>>>;
}

/** The request and reply of every RPC of a generated service definition, as plain functions. */
export type RpcsOf<Definition> = {
  readonly [Name in keyof Definition]: Definition[Name] extends {
    requestDeserialize: (bytes: Buffer) => infer Request;
    responseSerialize: (reply: infer Reply) => Buffer;
  }
    ? Rpc<Request, Reply>
    : never;
};

/** Ties functions to a service definition; a missing or mistyped one does not compile. */
export function rpcService<Definition extends ServiceDefinition>(
  definition: Definition,
  rpcs: RpcsOf<Definition>,
): RpcService {
  return { definition, rpcs: Object.fromEntries(Object.entries(rpcs)) };
}

export interface GrpcServerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly acceptKeys: KeyRing;
}

export interface GrpcServer {
  readonly port: number;
  /** Finishes the calls in flight, at most until `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

/** A call was answered. Says nothing of its content. */
export interface AnsweredCall {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** The status by its name: `OK`. */
  readonly code: string;
  readonly durationMs: number;
}

/** Serves RPCs to callers with a valid assertion, and the standard health service to anybody. */
export async function serveGrpc(
  { host, port, acceptKeys }: GrpcServerConfig,
  services: readonly RpcService[],
  onBug: (error: unknown, assertion: Assertion) => void,
  onAnswered: (call: AnsweredCall) => void = () => {},
): Promise<GrpcServer> {
  const server = new Server({
    // For whoever is gone without a word: it costs the connection alone, and each ping wakes both ends.
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
    // Async, so that what an RPC throws before it has a promise is caught as well.
    const run = () =>
      actFor(
        assertion.actor,
        async () =>
          rpc(storable(call.request), { ...assertion, deadline: startedAt + timeLeft(call) }),
        // Canceled, or past its deadline.
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

/** @throws AppError invalid_request for a text that no RPC could store. */
function storable(request: unknown): unknown {
  if (isStorable(request)) return request;
  throw new AppError('invalid_request', 'no text may contain NUL or broken surrogates');
}

/** Of a caller that names no end. */
const CALL_MS_MAX = 10_000;

/** Milliseconds that the caller still waits; the deadline is by this machine's own clock. */
function timeLeft(call: ServerUnaryCall<unknown, unknown>): number {
  return Math.min(Number(call.getDeadline()) - Date.now(), CALL_MS_MAX);
}
