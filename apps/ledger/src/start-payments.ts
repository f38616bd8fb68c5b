import { startLoop } from '@florin/runtime/loop';
import type { Kysely } from 'kysely';
import type { PaymentOperations } from './http/payment-routes.ts';
import { makeSavedCards, type SavedCards } from './operations/charge-saved-card.ts';
import { makeExpirePayments } from './operations/expire-payments.ts';
import type { FindPayee } from './operations/find-payee.ts';
import { makeFinishAttempt } from './operations/finish-attempt.ts';
import { makeGetPayment } from './operations/get-payment.ts';
import { makeGetPaymentPage } from './operations/get-payment-page.ts';
import { makeListPayments } from './operations/list-payments.ts';
import { makePay } from './operations/pay.ts';
import { makeResolveAttempts } from './operations/resolve-attempts.ts';
import { withTimeouts } from './operations/with-timeouts.ts';
import type { PaymentProcessor } from './processors/payment-processor.ts';
import { makeTestProcessor } from './processors/test-processor.ts';
import type { LedgerTables } from './store/schema.ts';
import type { Writer } from './writer/create-writer.ts';

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
): {
  readonly operations: PaymentOperations;
  readonly savedCards: SavedCards;
  stop(): Promise<void>;
} {
  const processor = withTimeouts(
    overrides.processor?.(db) ?? makeTestProcessor(db, { resolveAfterMs: TEST_RESOLVE_AFTER_MS }),
  );
  // What the test processor has begun comes to its end also where nothing new may begin.
  const takesCards = takesTestCards || processor.name !== 'test';
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
      processorKind: takesCards ? processor.kind : 'none',
      isTest: takesCards && processor.name === 'test',
      now: Date.now,
    },
    savedCards: takesCards ? savedCards : { ...savedCards, find: async () => undefined },
    async stop() {
      await Promise.all([resolving.stop(), expiring.stop(), pay.stop()]);
    },
  };
}
