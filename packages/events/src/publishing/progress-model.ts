/** A consumer's progress through a service's events, as stored by the publisher. */
export interface Progress {
  readonly consumer: string;
  /** Identity of the stream that `sequence` refers to. A recreated stream gets another one. */
  readonly stream: string;
  /** Every message up to this sequence is acknowledged or not meant for this consumer. */
  readonly sequence: bigint;
  /** Every event up to this outbox position is handled. */
  readonly position: bigint;
}

export interface StreamState {
  readonly stream: string;
  readonly firstSequence: bigint;
  readonly lastSequence: bigint;
  readonly bytes: number;
  readonly bytesMax: number;
}

/** State of a durable consumer in JetStream. */
export interface DurableState {
  readonly consumer: string;
  /** Unacknowledged messages, delivered or not. */
  readonly waiting: number;
  /** Every message up to this sequence is acknowledged. */
  readonly floor: bigint;
}

/** The highest known position whose events all have at most this sequence. */
export type PositionAt = (sequence: bigint) => bigint;

/** Whether the stream was recreated, or lost messages that this consumer has not handled. */
export function hasLost(
  before: Progress,
  { stream, firstSequence }: StreamState,
  published: bigint,
): boolean {
  const isGone = before.stream !== stream || firstSequence > before.sequence + 1n;
  return isGone && before.position < published;
}

/**
 * Updates a consumer's progress, which never decreases: republished events may have been handled
 * before.
 * @param published position up to which everything was published before the stream was read
 */
export function follow(
  before: Progress | undefined,
  { consumer, waiting, floor }: DurableState,
  { stream, lastSequence }: StreamState,
  published: bigint,
  positionAt: PositionAt,
): Progress {
  const sequence = waiting === 0 ? lastSequence : floor;
  const reached = waiting === 0 ? published : positionAt(floor);
  const position = before && before.position > reached ? before.position : reached;
  const isSame = before?.stream === stream && before.sequence > sequence;
  return { consumer, stream, sequence: isSame ? before.sequence : sequence, position };
}

/** Purge threshold, as a part of the stream's limit. */
const FULL = 0.5;

/** First sequence to retain in the stream; undefined if no purge is needed. */
export function purgeBefore(state: StreamState, progress: readonly Progress[]): bigint | undefined {
  if (progress.length === 0 || state.bytes < FULL * state.bytesMax) return undefined;
  let first = state.lastSequence;
  for (const { sequence } of progress) if (sequence < first) first = sequence;
  return first >= state.firstSequence ? first + 1n : undefined;
}
