import { AppError } from '@florin/contracts';
import { withTimeout } from '@florin/runtime/timeout';
import { type Processor, ProcessorUnavailable } from './processor.ts';

/** Timeouts of processor calls, in milliseconds. */
export interface ProcessorTimeouts {
  /** Calls that may move money. A customer waits for them. */
  readonly order: number;
  /** Read calls. */
  readonly ask: number;
  /** Lists, for which no caller waits. */
  readonly list: number;
}

const TIMEOUTS: ProcessorTimeouts = { order: 8_000, ask: 5_000, list: 20_000 };

const calls = {
  authorize: 'order',
  capture: 'order',
  cancel: 'order',
  find: 'ask',
  saveMethod: 'order',
  findMethod: 'ask',
  removeMethod: 'order',
  chargeSaved: 'order',
  refund: 'order',
  findRefund: 'ask',
  findDispute: 'ask',
  answerDispute: 'order',
  payOut: 'order',
  findPayout: 'ask',
  listNotices: 'list',
  listSettlements: 'list',
} as const satisfies Partial<Record<keyof Processor, keyof ProcessorTimeouts>>;

/** A call with unknown outcome, which only `find…` can tell. */
export class OutcomeUnknown extends AppError {
  constructor(processor: string) {
    super('unavailable', `the processor ${processor} does not respond; retry in a minute`);
  }
}

/**
 * Adds timeouts to a processor, and reduces its errors to the two that callers handle:
 * `ProcessorUnavailable` (certainly not received) and `OutcomeUnknown`.
 * @param onError receives the original error, which callers do not see
 */
export function withTimeouts(
  processor: Processor,
  onError: (error: unknown) => void,
  timeouts = TIMEOUTS,
): Processor {
  const bounded = (name: keyof typeof calls) =>
    async function call(...args: unknown[]): Promise<unknown> {
      const method = processor[name] as (...args: unknown[]) => Promise<unknown>;
      const calling = method.apply(processor, args).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      const end = await withTimeout(timeouts[calls[name]], calling);
      if (end && 'value' in end) return end.value;
      if (end && (end.error instanceof ProcessorUnavailable || end.error instanceof AppError))
        throw end.error;
      if (end) onError(end.error);
      throw new OutcomeUnknown(processor.name);
    };
  const names = Object.keys(calls) as (keyof typeof calls)[];
  return {
    name: processor.name,
    livemode: processor.livemode,
    abilities: processor.abilities,
    ...(processor.takes && { takes: processor.takes }),
    parseWebhook: (request) => processor.parseWebhook(request),
    ...(Object.fromEntries(names.map((name) => [name, bounded(name)])) as Pick<
      Processor,
      keyof typeof calls
    >),
  };
}
