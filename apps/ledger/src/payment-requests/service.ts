import { startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import { makeGetPaymentPage } from '../payment-page/view.ts';
import type { Writer } from '../posting/writer.ts';
import type { LedgerTables } from '../tables.ts';
import { makeFinishAttempt, makeResolveAttempts } from './attempts.ts';
import { makeExpirePayments, makeGetPayment, makeListPayments } from './operations.ts';
import { makePay, makeSavedCards } from './pay.ts';
import type { FindPayee } from './payee.ts';
import { type PaymentProcessor, withTimeouts } from './processor.ts';
import { makeTestProcessor } from './test-processor.ts';

export interface PaymentOverrides {
  readonly processor?: (db: Kysely<LedgerTables>) => PaymentProcessor;
  /** How long an attempt may be processing before the processor is asked about it. */
  readonly staleAfterMs?: number;
}

/** Above the time allowed at the edge: what a customer still waits for is not asked about. */
const STALE_AFTER_MS = 4_000;
/** The time that the test processor takes over a card whose outcome is unknown at first. */
const TEST_RESOLVE_AFTER_MS = 6_000;
const EVERY_SECOND = { restMs: 1_000, restAfterErrorMs: 2_000 };

/** Wires payment requests, and does what no customer waits for. */
export function startPayments(
  db: Kysely<LedgerTables>,
  writer: Writer,
  findPayee: FindPayee,
  { takesTestCards }: { readonly takesTestCards: boolean },
  overrides: PaymentOverrides,
  onError: (what: string) => (error: unknown) => void,
) {
  const processor = withTimeouts(
    overrides.processor?.(db) ?? makeTestProcessor(db, { resolveAfterMs: TEST_RESOLVE_AFTER_MS }),
  );
  // What the test processor has begun comes to its end also where nothing new may begin.
  const takesCards = takesTestCards || processor.name !== 'test';
  const processorKind: PaymentProcessor['kind'] | 'none' = takesCards ? processor.kind : 'none';
  const finishAttempt = makeFinishAttempt(writer);
  const pay = makePay({
    writer,
    processor,
    finishAttempt,
    onError: onError('a payment got stuck'),
  });
  const staleAfterMs = overrides.staleAfterMs ?? STALE_AFTER_MS;
  const resolveAttempts = makeResolveAttempts(db, processor, finishAttempt, staleAfterMs);
  const resolving = startLoop(
    async () => ((await resolveAttempts()) ? 'again' : 'rest'),
    EVERY_SECOND,
    onError('asking about stale payment attempts failed'),
  );
  const expirePayments = makeExpirePayments(db, writer);
  const expiring = startLoop(
    async () => ((await expirePayments()) ? 'again' : 'rest'),
    EVERY_SECOND,
    onError('expiring payment requests failed'),
  );
  const savedCards = makeSavedCards({ db, writer, processor, finishAttempt });
  return {
    operations: {
      writer,
      getPayment: makeGetPayment(db),
      listPayments: makeListPayments(db),
      getPaymentPage: makeGetPaymentPage(db, findPayee, Date.now),
      findPayee,
      pay,
      processorKind,
      isTest: takesCards && processor.name === 'test',
      now: Date.now,
    },
    savedCards: takesCards ? savedCards : { ...savedCards, find: async () => undefined },
    async stop() {
      await Promise.all([resolving.stop(), expiring.stop(), pay.stop()]);
    },
  };
}
