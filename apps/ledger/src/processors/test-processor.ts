import type { Uuid } from '@florin/contracts';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { TestChargeRow } from '../store/payment-schema.ts';
import type { LedgerTables } from '../store/schema.ts';
import { summarize } from './card-number.ts';
import type { AttemptState, PaymentOrder, PaymentProcessor } from './payment-processor.ts';
import { declinesWhenSaved, judgeTestCard } from './test-cards.ts';

/** What the processor's own names for payments begin with. */
const REFERENCE = 'test_';

type Charge = Selectable<TestChargeRow>;

/**
 * Plays a card network with test cards. Like a real one it lives outside: it keeps its own table,
 * written in transactions of its own, so that it knows what it took whatever became of the caller.
 */
export function makeTestProcessor(
  db: Kysely<LedgerTables>,
  { resolveAfterMs }: { readonly resolveAfterMs: number },
): PaymentProcessor {
  /** Keeps the first that is heard of an attempt; returns what is kept. */
  async function keep(charge: Insertable<TestChargeRow>): Promise<Charge> {
    await db
      .insertInto('test_processor_charges')
      .values({ ...charge })
      .onConflict((conflict) => conflict.column('attempt_id').doNothing())
      .execute();
    const kept = await find(charge.attempt_id);
    if (!kept) throw new Error('the test processor has lost a charge');
    return kept;
  }

  /** What was pending for long enough has succeeded. */
  async function find(attemptId: Uuid): Promise<Charge | undefined> {
    await db
      .updateTable('test_processor_charges')
      .set({ status: 'succeeded' })
      .where('attempt_id', '=', attemptId)
      .where('status', '=', 'pending')
      .where('created_at', '<=', sql<Date>`now() - ${resolveAfterMs} * interval '1 ms'`)
      .execute();
    return db
      .selectFrom('test_processor_charges')
      .selectAll()
      .where('attempt_id', '=', attemptId)
      .executeTakeFirst();
  }

  return {
    name: 'test',
    kind: 'form',
    start: async (order) => toState(await keep(toCharge(order))),
    async chargeSaved({ attemptId, amount, currency, savedBy }) {
      const saved = await find(savedBy.replace(REFERENCE, ''));
      const { card_brand = null, card_last4 = null } = saved ?? {};
      const isDeclined = card_last4 === null || declinesWhenSaved(card_last4);
      const status = isDeclined ? 'declined' : 'succeeded';
      const decline_code = isDeclined ? 'card_declined' : null;
      const order = { attempt_id: attemptId, amount, currency };
      return toState(await keep({ ...order, status, decline_code, card_brand, card_last4 }));
    },
    async lookup(attemptId) {
      const charge = await find(attemptId);
      return charge ? toState(charge) : { status: 'unknown' };
    },
    abandon: async (attemptId) =>
      toState(await keep({ attempt_id: attemptId, status: 'abandoned' })),
  };
}

function toCharge({ attemptId, amount, currency, card }: PaymentOrder): Insertable<TestChargeRow> {
  if (!card) throw new Error('the test processor needs a card');
  const verdict = judgeTestCard(card.number);
  const { brand, last4 } = summarize(card.number);
  return {
    attempt_id: attemptId,
    status: verdict.status,
    amount,
    currency,
    decline_code: verdict.status === 'declined' ? verdict.code : null,
    card_brand: brand,
    card_last4: last4,
  };
}

function toState(charge: Charge): AttemptState {
  const { status, card_brand: brand, card_last4: last4 } = charge;
  if (status === 'pending' || status === 'abandoned') return { status };
  const reference = `${REFERENCE}${charge.attempt_id}`;
  const card = brand === null || last4 === null ? null : { brand, last4 };
  return status === 'succeeded'
    ? { status, reference, card }
    : { status, reference, code: charge.decline_code ?? 'card_declined', card };
}
