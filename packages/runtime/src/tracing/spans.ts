import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export type { Span };

/** Header that passes a trace between processes (W3C Trace Context). */
export const TRACE_HEADER = 'traceparent';

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** Names, codes and counts only; never paths, values or user input. */
  readonly attributes?: Attributes;
  /** Milliseconds since 1970, for work that began earlier. */
  readonly startTime?: number;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Undefined while tracing is off; then all functions here only run their work. */
let tracer: Tracer | undefined;

/** Whether this process traces. Decided before anything else starts. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Runs work in a span if it is part of a trace. */
export function withSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options);
  return span ? runInSpan(span, work) : work(undefined);
}

/** The sender of a request, with its W3C Trace Context header if present. */
export interface Asking {
  readonly traceParent: string | undefined;
  /** Whether to continue its trace. Otherwise, a new trace links to it. */
  readonly isTrusted: boolean;
}

/** Runs work in Florin's first span of a trace. */
export function withRootSpan<Result>(
  name: string,
  options: SpanOptions,
  { traceParent: header, isTrusted }: Asking,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work(undefined);
  const asking = contextOf(header);
  const from = asking && trace.getSpanContext(asking);
  const links: Link[] = from && !isTrusted ? [{ context: from }] : [];
  const parent = (isTrusted && asking) || ROOT_CONTEXT;
  return runInSpan(tracer.startSpan(name, { ...toOtel(options), links }, parent), work);
}

/** Runs work as part of another process's trace, or of none without a header. */
export function continueTrace<Result>(
  header: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer ? context.with(contextOf(header) ?? ROOT_CONTEXT, work) : work();
}

/** Starts a span, to be ended with `endSpan`; undefined without a trace. */
export function startSpan(name: string, options: SpanOptions, parent?: Context): Span | undefined {
  if (!tracer) return undefined;
  const around = parent ?? context.active();
  return trace.getSpan(around) && tracer.startSpan(name, toOtel(options), around);
}

/** Starts a span in another process's trace. */
export function startSpanOf(
  header: string | undefined,
  name: string,
  options: SpanOptions,
): Span | undefined {
  return tracer && startSpan(name, options, contextOf(header) ?? ROOT_CONTEXT);
}

/** Ends a span. Only the code of an error is recorded, since its text may quote anything. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (!span) return;
  if (error !== undefined) {
    const { code, name, status } = error as { code?: unknown; name?: string; status?: unknown };
    span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
    // A refusal is a normal response.
    const isRefusal = typeof status === 'number' && status < 500;
    if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Hexadecimal id of the current trace, as in W3C Trace Context. */
export function activeTraceId(): string | undefined {
  return tracer && trace.getActiveSpan()?.spanContext().traceId;
}

/** The W3C Trace Context header for the next process. */
export function traceParent(span?: Span): string | undefined {
  if (!tracer) return undefined;
  const active = context.active();
  const carrier: { [TRACE_HEADER]?: string } = {};
  propagation.inject(span ? trace.setSpan(active, span) : active, carrier);
  return carrier[TRACE_HEADER];
}

/** Runs work in a span and ends the span. */
export async function runInSpan<Result>(
  span: Span,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), () => work(span));
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

function contextOf(traceparent: string | undefined): Context | undefined {
  if (traceparent === undefined) return undefined;
  const extracted = propagation.extract(ROOT_CONTEXT, { [TRACE_HEADER]: traceparent });
  const found = trace.getSpanContext(extracted);
  return found && isSpanContextValid(found) ? extracted : undefined;
}

function toOtel({ kind, ...options }: SpanOptions) {
  return { kind: kind ? kinds[kind] : SpanKind.INTERNAL, ...options };
}
