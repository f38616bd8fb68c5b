import type { Uuid } from '@florin/contracts';
import type { Worker } from '@florin/service';
import { sql } from 'kysely';
import type { Invoices } from '../clients.ts';
import { eachDue } from '../due/workers.ts';
import type { Db } from '../schema.ts';

interface EarlierDeps {
  readonly db: Db;
  /** Undefined if no billing runs. */
  readonly invoices: Invoices | undefined;
}

interface EarlierRow {
  readonly id: Uuid;
  readonly kind: 'refund' | 'dispute';
  readonly account_id: Uuid;
  readonly invoice_id: Uuid;
  readonly payment_id: Uuid;
  readonly amount_paid: bigint;
  readonly amount: bigint;
  readonly status: string;
}

/** Makes billing record refunds and disputes made before it had a receivables ledger. */
export function earlierMoneyBackWorkers({ db, invoices }: EarlierDeps): readonly Worker[] {
  if (!invoices) return [];
  return [
    eachDue({
      name: 'recording earlier refunds and disputes',
      take: (rowsMax) => listRows(db, rowsMax),
      work: (row) => record(db, invoices, row),
      restMs: 60_000,
      restAfterErrorMs: 5_000,
    }),
  ];
}

async function listRows(db: Db, rowsMax: number): Promise<readonly EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    select made.id, made.kind, coalesce(refunds.account_id, disputes.account_id) as account_id,
           charges.invoice_id, charges.payment_id, charges.amount as amount_paid,
           coalesce(refunds.amount, disputes.amount) as amount,
           coalesce(refunds.status, disputes.status) as status
      from earlier_money_back made
      left join refunds on refunds.id = made.id
      left join disputes on disputes.id = made.id
      join charges on charges.id = coalesce(refunds.charge_id, disputes.charge_id)
     order by made.id limit ${rowsMax}`.execute(db);
  return rows;
}

async function record(db: Db, invoices: Invoices, row: EarlierRow): Promise<void> {
  const { id, kind, status, amount } = row;
  // A failed refund's event makes billing release its money.
  if (kind === 'dispute' || status !== 'failed')
    await invoices.record({
      ...{ accountId: row.account_id, invoiceId: row.invoice_id, paymentId: row.payment_id },
      ...{ amountPaid: row.amount_paid, amount, requestId: `earlier ${kind} ${id}` },
      about: kind === 'refund' ? { refundId: id } : { disputeId: id, disputeStatus: status },
    });
  await db.deleteFrom('earlier_money_back').where('id', '=', id).execute();
}
