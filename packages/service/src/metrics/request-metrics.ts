import type { AnsweredCall } from '@florin/grpc';
import { Histogram, type Registry } from 'prom-client';

/** From a response from memory to the longest timeout of a route. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

export interface AnsweredRequest {
  readonly method: string;
  /** The template, since paths are unbounded and may be secret. Null: no route. */
  readonly route: string | null;
  /** Null if the client disconnected before the response. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** Counts and times HTTP requests by route and status. */
export function addHttpMetrics(registry: Registry): (request: AnsweredRequest) => void {
  const duration = new Histogram({
    name: 'florin_http_request_duration_seconds',
    help: 'Time from the arrival of an HTTP request to the end of its response, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ method, route, status, durationMs }) => {
    // Other methods share a label, since clients can make up any number of them.
    const known = METHODS.has(method) ? method : 'other';
    duration.labels(known, route ?? 'none', String(status ?? 'none')).observe(durationMs / 1e3);
  };
}

/** Counts and times gRPC calls. */
export function addGrpcMetrics(registry: Registry): (call: AnsweredCall) => void {
  const duration = new Histogram({
    name: 'florin_grpc_request_duration_seconds',
    help: 'Time from the arrival of a gRPC call to its response, in seconds.',
    labelNames: ['method', 'code'],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ path, code, durationMs }) => duration.labels(path, code).observe(durationMs / 1e3);
}
