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

/** The header that carries a trace from process to process, as W3C Trace Context names it. */
export const TRACE_HEADER = 'traceparent';

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** Names, codes and counts only: never a path, a value or a text that somebody wrote. */
  readonly attributes?: Attributes;
  /** Milliseconds since 1970, for what has begun before. */
  readonly startTime?: number;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Undefined while tracing is off: then everything here only does its work. */
let tracer: Tracer | undefined;

/** Whether this process traces at all; decided before anything else starts. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/** Does the work within a span, provided that it is part of a trace. */
export function withSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = startSpan(name, options);
  return span ? runInSpan(span, work) : work(undefined);
}

/** Who asks for the first span of a trace, by the header of W3C Trace Context if it sent one. */
export interface Asking {
  readonly traceParent: string | undefined;
  /** Its trace is gone on with; otherwise a new one links to it. */
  readonly isTrusted: boolean;
}

/** Does the work within the first span that Florin adds to a trace. */
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

/** Does the work as part of the trace that another process began; of none without one. */
export function continueTrace<Result>(
  header: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer ? context.with(contextOf(header) ?? ROOT_CONTEXT, work) : work();
}

/** A span that `endSpan` ends; undefined where there is no trace to be part of. */
export function startSpan(name: string, options: SpanOptions, parent?: Context): Span | undefined {
  if (!tracer) return undefined;
  const around = parent ?? context.active();
  return trace.getSpan(around) && tracer.startSpan(name, toOtel(options), around);
}

/** A span of the trace that another process began. */
export function startSpanOf(
  header: string | undefined,
  name: string,
  options: SpanOptions,
): Span | undefined {
  return tracer && startSpan(name, options, contextOf(header) ?? ROOT_CONTEXT);
}

/** Ends a span; of an error it keeps the code only, since the text may quote anything. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (!span) return;
  if (error !== undefined) {
    const { code, name, status } = error as { code?: unknown; name?: string; status?: unknown };
    span.setAttribute('error.type', String(code ?? name ?? 'unknown'));
    // A refusal is an answer like any other.
    const isRefusal = typeof status === 'number' && status < 500;
    if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Hexadecimal id of the trace that this work is part of, as W3C Trace Context writes it. */
export function activeTraceId(): string | undefined {
  return tracer && trace.getActiveSpan()?.spanContext().traceId;
}

/** What is passed to the next process, in the form of W3C Trace Context. */
export function traceParent(span?: Span): string | undefined {
  if (!tracer) return undefined;
  const active = context.active();
  const carrier: { [TRACE_HEADER]?: string } = {};
  propagation.inject(span ? trace.setSpan(active, span) : active, carrier);
  return carrier[TRACE_HEADER];
}

/** Does the work within a span and ends it. */
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
