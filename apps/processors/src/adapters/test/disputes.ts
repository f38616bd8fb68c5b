import { AppError, newId, type Uuid } from '@florin/contracts';
import { type Selectable, sql } from 'kysely';
import type { DisputeState, Evidence } from '../../contract/model.ts';
import type { Db, Tx } from '../../schema.ts';
import type { TestChargeRow, TestDisputeRow } from '../../tables/test.ts';
import { DISPUTE_FEE } from './cards.ts';
import { addLine } from './lines.ts';

const ANSWER_WITHIN_DAYS = 7;
/** Prefix of the test processor's own ids. */
const REFERENCE = 'test_';

/** Evidence that decides a dispute; any other is lost in the end. */
export const WINNING_EVIDENCE = 'winning_evidence';
const LOSING_EVIDENCE = 'losing_evidence';

/** Opens a dispute of a charge. */
export async function openDispute(tx: Tx, charge: Selectable<TestChargeRow>): Promise<void> {
  const { id: charge_id, account_id, captured: amount, currency } = charge;
  if (account_id === null || amount === null || currency === null) return;
  const id = newId();
  await tx
    .insertInto('test_disputes')
    .values({
      id,
      charge_id,
      amount,
      currency,
      status: 'needs_response',
      evidence_id: null,
      due_at: sql<Date>`clock_timestamp() + ${ANSWER_WITHIN_DAYS} * interval '1 day'`,
    })
    .execute();
  const about = `${REFERENCE}${id}`;
  await addLine(tx, {
    account_id,
    kind: 'dispute',
    about,
    gross: -amount,
    fee: DISPUTE_FEE,
    currency,
  });
}

/** Current state of a dispute; without evidence in time it is lost. */
export async function findDispute(db: Db, reference: string): Promise<DisputeState> {
  const id = reference.replace(REFERENCE, '');
  await db
    .updateTable('test_disputes')
    .set({ status: 'lost', changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('status', 'in', ['needs_response', 'under_review'])
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .execute();
  const row = await db
    .selectFrom('test_disputes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', 'the test processor knows no such dispute');
  return toState(row);
}

/** Accepts evidence once; its text decides the dispute. */
export async function answerDispute(
  db: Db,
  reference: string,
  { text }: Evidence,
  evidenceId: Uuid,
): Promise<DisputeState> {
  const id = reference.replace(REFERENCE, '');
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('test_disputes as dispute')
      .innerJoin('test_charges as charge', 'charge.id', 'dispute.charge_id')
      .select(['dispute.status', 'dispute.evidence_id', 'charge.account_id'])
      .select(['dispute.amount', 'dispute.currency'])
      .where('dispute.id', '=', id)
      .forUpdate('dispute')
      .executeTakeFirst();
    if (!row || row.evidence_id !== null || row.status !== 'needs_response') return;
    const status = decide(text);
    await tx
      .updateTable('test_disputes')
      .set({ status, evidence_id: evidenceId, changed_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute();
    const { account_id, amount: gross, currency } = row;
    if (status === 'won' && account_id !== null)
      await addLine(tx, {
        account_id,
        kind: 'dispute',
        about: reference,
        gross,
        fee: 0n,
        currency,
      });
  });
  return findDispute(db, reference);
}

export async function listChangedDisputes(db: Db, since: number) {
  return db
    .selectFrom('test_disputes')
    .select(['id', 'status', 'changed_at'])
    .where('changed_at', '>=', new Date(since))
    .orderBy('changed_at')
    .execute();
}

function decide(text: string): 'won' | 'lost' | 'under_review' {
  if (text === WINNING_EVIDENCE) return 'won';
  return text === LOSING_EVIDENCE ? 'lost' : 'under_review';
}

function toState(row: Selectable<TestDisputeRow>): DisputeState {
  return {
    reference: `${REFERENCE}${row.id}`,
    chargeReference: `${REFERENCE}${row.charge_id}`,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    reason: 'fraudulent',
    evidenceDueAt: row.status === 'needs_response' ? row.due_at.getTime() : null,
    fee: DISPUTE_FEE,
    openedAt: row.opened_at.getTime(),
  };
}
