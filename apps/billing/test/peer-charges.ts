import { AppError, newId } from '@florin/contracts';
import type { Pool } from 'pg';

export interface ChargeFields {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly reference: string;
}

/** Charges a balance like the ledger: once per key, without storing refusals. */
export async function chargeOnce(pool: Pool, request: ChargeFields) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: accounts } = await client.query(
      'select * from peers.accounts where id = $1 for update',
      [request.accountId],
    );
    const earlier = await client.query('select * from peers.charges where key = $1', [request.key]);
    if (earlier.rows[0]) {
      await client.query('commit');
      return { transactionId: earlier.rows[0].transaction_id as string };
    }
    const [account] = accounts;
    if (!account) throw new AppError('not_found', 'there is no open account with this id');
    if (account.currency !== request.currency)
      throw new AppError('currency_mismatch', `the account keeps ${account.currency}`);
    if (BigInt(account.available) < BigInt(request.amount))
      throw new AppError(
        'insufficient_funds',
        `balance is ${account.available}, this needs ${request.amount}; record a credit first`,
      );
    const transactionId = newId();
    await client.query('update peers.accounts set available = available - $2 where id = $1', [
      request.accountId,
      request.amount,
    ]);
    await client.query('insert into peers.charges values ($1, $2, $3, $4, $5, $6)', [
      request.key,
      transactionId,
      request.accountId,
      request.amount,
      request.currency,
      request.reference,
    ]);
    await client.query('commit');
    return { transactionId };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
