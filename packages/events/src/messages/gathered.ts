import type { ServiceName } from '@florin/contracts';
import { isTracing, TRACE_HEADER } from '@florin/runtime/tracing';
import { subjectOf } from '../connection/streams.ts';

/** Of the events of a gathered message, parted by commas; nothing stands for one without a trace. */
export const TRACES_HEADER = 'traceparents';

/** The last word of the subject on which several events come in one message. */
const GATHERED = 'gathered';
const LINE_BREAK = 0x0a;
/** Four times what a relay gathers. A message of more lines than that was gathered by none. */
const LINES_MAX = 1_024;

/** What of a message is one event. */
export interface Part {
  /** A view into the message. */
  readonly body: Uint8Array;
  readonly traceParent: string | undefined;
}

/** What is needed of a message to part it. */
export interface Envelope {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: { get(name: string): string } | undefined;
}

/** `transaction` of `transaction.created`. */
export function nounOf(type: string): string {
  return type.split('.', 1)[0] ?? type;
}

/** Where several events of one noun come in one message: `florin.ledger.transaction.gathered`. */
export function gatheredSubjectOf(service: ServiceName, noun: string): string {
  return subjectOf(service, `${noun}.${GATHERED}`);
}

/** The events of a message, as bytes: its lines where it is a gathered one, otherwise all of it. */
export function partsOf({ subject, data, headers }: Envelope): readonly Part[] {
  const isGathered = subject.endsWith(`.${GATHERED}`);
  const lines = isGathered ? linesOf(data) : [data];
  // Reading headers costs as much as all else here.
  if (!isTracing()) return lines.map((body) => ({ body, traceParent: undefined }));
  const parents = headers?.get(TRACES_HEADER).split(',') ?? [];
  const only = headers?.get(TRACE_HEADER);
  return lines.map((body, index) => ({ body, traceParent: parents[index] || only || undefined }));
}

/** Views of the lines of some bytes; all of them as one where there are too many. */
export function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  // A Buffer looks for a byte many at a time, an array of bytes one by one.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let start = 0;
  for (let end = 0; end !== -1; start = end + 1) {
    if (lines.length === LINES_MAX) return [bytes];
    end = buffer.indexOf(LINE_BREAK, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
  }
  return lines;
}
