import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span as sent by its process, in OTLP JSON. */
export interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly startMs: number;
  readonly durationMs: number;
}

export interface Collector {
  readonly url: string;
  /** All spans received so far. */
  readonly spans: readonly Span[];
  /** The same, as sent. */
  text(): string;
  stop(): Promise<void>;
}

type Attributes = readonly { key: string; value: Record<string, string | number> }[];
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attributes;
  links?: { traceId: string; spanId: string }[];
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

/** Receives spans as an OpenTelemetry collector does, through OTLP over HTTP in JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = [];
  const sent: Sent[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as Sent;
    sent.push(body);
    spans.push(...body.resourceSpans.flatMap(readSpans));
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => JSON.stringify(sent),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function readSpans({ resource, scopeSpans }: Sent['resourceSpans'][number]): Span[] {
  const service = String(toRecord(resource.attributes)['service.name']);
  return scopeSpans
    .flatMap((scope) => scope.spans)
    .map(({ startTimeUnixNano, endTimeUnixNano, ...span }) => ({
      service,
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId || undefined,
      name: span.name,
      attributes: toRecord(span.attributes ?? []),
      links: span.links ?? [],
      startMs: Number(startTimeUnixNano) / 1e6,
      durationMs: (Number(endTimeUnixNano) - Number(startTimeUnixNano)) / 1e6,
    }));
}

function toRecord(attributes: Attributes): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']),
  );
}
