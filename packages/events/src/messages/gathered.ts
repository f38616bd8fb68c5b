import type { ServiceName } from '@florin/contracts';
import { isTracing, TRACE_HEADER } from '@florin/runtime/tracing';
import { subjectOf } from '../connection/streams.ts';

/**
 * The `traceparent` of each event in a batched message, separated by commas; empty if it has none.
 */
export const TRACES_HEADER = 'traceparents';

/** Last word of the subject of batched messages. */
const GATHERED = 'gathered';
const LINE_BREAK = 0x0a;
/** Four times a relay's maximum, so a message with more lines is invalid. */
const LINES_MAX = 1_024;

/** One event of a message. */
export interface Part {
  /** A view of the message's bytes. */
  readonly body: Uint8Array;
  readonly traceParent: string | undefined;
}

/** The part of a message needed for splitting it. */
export interface Envelope {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: { get(name: string): string } | undefined;
}

/** `transaction` for `transaction.created`. */
export function nounOf(type: string): string {
  return type.split('.', 1)[0] ?? type;
}

/** Subject of batched messages of a noun: `florin.ledger.transaction.gathered`. */
export function gatheredSubjectOf(service: ServiceName, noun: string): string {
  return subjectOf(service, `${noun}.${GATHERED}`);
}

/** The events of a message: its lines if it is batched, otherwise the whole message. */
export function partsOf({ subject, data, headers }: Envelope): readonly Part[] {
  const isGathered = subject.endsWith(`.${GATHERED}`);
  const lines = isGathered ? linesOf(data) : [data];
  // Reading headers would double the cost of this function.
  if (!isTracing()) return lines.map((body) => ({ body, traceParent: undefined }));
  const parents = headers?.get(TRACES_HEADER).split(',') ?? [];
  const only = headers?.get(TRACE_HEADER);
  return lines.map((body, index) => ({ body, traceParent: parents[index] || only || undefined }));
}

/** Views of the lines; a single view of everything if there are too many. */
export function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  // Buffer searches for a byte faster than Uint8Array.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let start = 0;
  for (let end = 0; end !== -1; start = end + 1) {
    if (lines.length === LINES_MAX) return [bytes];
    end = buffer.indexOf(LINE_BREAK, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
  }
  return lines;
}
