/** A consumer's progress through a service's events, as its publisher keeps it. */
export interface Progress {
  readonly consumer: string;
  /** Identity of the stream that `sequence` belongs to: a wiped stream is made again as another one. */
  readonly stream: string;
  /** Every message up to this sequence is acknowledged, or was never meant for this consumer. */
  readonly sequence: bigint;
  /** Every event up to this position of the outbox is handled. */
  readonly position: bigint;
}

export interface StreamState {
  readonly stream: string;
  readonly firstSequence: bigint;
  readonly lastSequence: bigint;
  readonly bytes: number;
  readonly bytesMax: number;
}

/** A durable consumer as JetStream describes it. */
export interface DurableState {
  readonly consumer: string;
  /** Messages that are not acknowledged, sent or not. */
  readonly waiting: number;
  /** Every message up to this sequence is acknowledged. */
  readonly floor: bigint;
}

/** The largest position up to which all events had a sequence of at most this one, as far as is known. */
export type PositionAt = (sequence: bigint) => bigint;

/**
 * Whether the stream has lost messages that this consumer has not handled: it is another stream, or
 * begins behind them.
 */
export function hasLost(
  before: Progress,
  { stream, firstSequence }: StreamState,
  published: bigint,
): boolean {
  const isGone = before.stream !== stream || firstSequence > before.sequence + 1n;
  return isGone && before.position < published;
}

/**
 * A consumer's progress now. Progress never goes back: what is published again after a loss was perhaps
 * handled before.
 * @param published position up to which everything was published before the stream was looked at
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

/** A stream that is fuller than this part of its limit is purged of what all consumers have handled. */
const FULL = 0.5;

/** First sequence that has to stay in the stream; undefined where nothing is to be purged. */
export function purgeBefore(state: StreamState, progress: readonly Progress[]): bigint | undefined {
  if (progress.length === 0 || state.bytes < FULL * state.bytesMax) return undefined;
  let first = state.lastSequence;
  for (const { sequence } of progress) if (sequence < first) first = sequence;
  return first >= state.firstSequence ? first + 1n : undefined;
}
