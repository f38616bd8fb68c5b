import type { Uuid } from '@florin/contracts';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { LedgerTables } from '../tables.ts';
import type { CardSummary } from './model.ts';
import type { AttemptState, PaymentOrder, PaymentProcessor } from './processor.ts';
import type { TestChargeRow } from './rows.ts';

/** How long a card takes whose outcome is unknown at first. */
const RESOLVE_AFTER_MS = 6_000;
/** What the processor's own names for payments begin with. */
const REFERENCE = 'test_';

type Charge = Selectable<TestChargeRow>;

/**
 * Plays a card network with test cards. Like a real one it lives outside: it keeps its own table,
 * written in transactions of its own, so that it knows what it took whatever became of the caller.
 */
export function makeTestProcessor(
  db: Kysely<LedgerTables>,
  resolveAfterMs = RESOLVE_AFTER_MS,
): PaymentProcessor {
  /** Stores the first request for an attempt; returns what is stored. */
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
  const verdict = outcomeOfTestCard(card.number);
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

/** What the test processor makes of a card. */
type TestVerdict =
  | { readonly status: 'succeeded' }
  | { readonly status: 'declined'; readonly code: string }
  /** It takes the money, but says so later. */
  | { readonly status: 'pending' };

const verdicts: ReadonlyMap<string, TestVerdict> = new Map([
  ['4242424242424242', { status: 'succeeded' }],
  ['4000000000000002', { status: 'declined', code: 'card_declined' }],
  ['4000000000009995', { status: 'declined', code: 'insufficient_funds' }],
  // Pays now and can be saved; charging what was saved will fail.
  ['4000000000000341', { status: 'succeeded' }],
  ['4000000000000119', { status: 'pending' }],
]);

export function outcomeOfTestCard(number: string): TestVerdict {
  const verdict = verdicts.get(number);
  if (verdict) return verdict;
  return { status: 'declined', code: isLuhnValid(number) ? 'not_a_test_card' : 'invalid_number' };
}

/** Whether charging a card that was saved is declined: so it is for 4000000000000341. */
function declinesWhenSaved(last4: string): boolean {
  return last4 === '0341';
}

/** Issuer ranges by the digits that a number begins with. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^3(0[0-5]|[689])/, 'diners'],
];

/** All that may be kept of a number of digits. */
export function summarize(number: string): CardSummary {
  const [, brand] = brands.find(([range]) => range.test(number)) ?? [];
  return { brand: brand ?? 'unknown', last4: number.slice(-4) };
}

/** The check digit of ISO/IEC 7812-1 annex B: every second digit from the right is doubled. */
export function isLuhnValid(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
