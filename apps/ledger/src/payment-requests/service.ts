import type { Report, Worker } from '@florin/service';
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

/** What may be chosen where payment requests are wired. */
export interface PaymentChoices {
  /** Who is asked for money; without it the test processor. */
  readonly processor?: (db: Kysely<LedgerTables>) => PaymentProcessor;
  /** How long an attempt may be processing before the processor is asked about it. */
  readonly staleAfterMs?: number;
}

/** Above the time allowed at the edge: what a customer still waits for is not asked about. */
const STALE_AFTER_MS = 4_000;
/** The time that the test processor takes over a card whose outcome is unknown at first. */
const TEST_RESOLVE_AFTER_MS = 6_000;
const EVERY_SECOND = { restMs: 1_000, restAfterErrorMs: 2_000 };

/** Wires payment requests: what customers ask for, and the workers that no customer waits for. */
export function makePayments(
  db: Kysely<LedgerTables>,
  writer: Writer,
  findPayee: FindPayee,
  { takesTestCards }: { readonly takesTestCards: boolean },
  choices: PaymentChoices,
  report: Report,
) {
  const processor = withTimeouts(
    choices.processor?.(db) ?? makeTestProcessor(db, { resolveAfterMs: TEST_RESOLVE_AFTER_MS }),
  );
  // What the test processor has begun comes to its end also where nothing new may begin.
  const takesCards = takesTestCards || processor.name !== 'test';
  const processorKind: PaymentProcessor['kind'] | 'none' = takesCards ? processor.kind : 'none';
  const finishAttempt = makeFinishAttempt(writer);
  const pay = makePay({
    writer,
    processor,
    finishAttempt,
    onError: report('a payment got stuck'),
  });
  const staleAfterMs = choices.staleAfterMs ?? STALE_AFTER_MS;
  const resolveAttempts = makeResolveAttempts(db, processor, finishAttempt, staleAfterMs);
  const workers: readonly Worker[] = [
    { name: 'asking about stale payment attempts', round: resolveAttempts, ...EVERY_SECOND },
    {
      name: 'expiring payment requests',
      round: makeExpirePayments(db, writer),
      ...EVERY_SECOND,
    },
  ];
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
    workers,
    stop: pay.stop,
  };
}
