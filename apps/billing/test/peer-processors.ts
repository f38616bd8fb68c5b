import { rpcDouble } from '@florin/contract-tests';
import { AppError } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import type { Pool } from 'pg';

/** An amount whose refund is refused. */
export const REFUSED = '1313';

/** Customers with an open dispute of a payment without an invoice. */
export const disputing = new Set<string>();

export const processorsTables = `
  create table peers.refunds (key text primary key, account_id uuid not null,
    invoice_id uuid not null, amount text not null, asked integer not null default 1);
  create table peers.saved_cards (saves_for text primary key, declines boolean not null,
    method_id uuid not null, disputed boolean not null default false);`;

/** Knows one saved card per customer; calls that billing never makes are refused. */
export function processorsDouble(pool: Pool) {
  return rpcDouble(grpcServices.processors.service, {
    async ListMethods({ savesFor }) {
      const { rows } = await pool.query<{ method_id: string; disputed: boolean }>(
        'select method_id, disputed from peers.saved_cards where saves_for = $1',
        [savesFor],
      );
      const card = { processor: 'test', cardBrand: 'visa', cardLast4: '4242' };
      const valid = { expMonth: 4, expYear: 2031, isDefault: true };
      return { methods: rows.map(toMethod) };
      function toMethod({ method_id: id, disputed: isDisputed }: (typeof rows)[number]) {
        return { ...card, ...valid, id, isDisputed };
      }
    },
    async MakeMethodDefault({ savesFor }) {
      await pool.query('update peers.saved_cards set disputed = false where saves_for = $1', [
        savesFor,
      ]);
      return {};
    },
    async RemoveMethod({ savesFor, methodId }) {
      await pool.query('delete from peers.saved_cards where saves_for = $1 and method_id = $2', [
        savesFor,
        methodId,
      ]);
      return {};
    },
    FindOpenMoney: async ({ customerId }) => ({
      hasOpenDispute: disputing.has(customerId ?? ''),
      hasPendingRefund: false,
    }),
    OpenMethodPage: async ({ returnUrl }) => ({
      url: `https://processors.example.com/save?back=${encodeURIComponent(returnUrl ?? '')}`,
    }),
    async RefundInvoice({ accountId, invoiceId, amount, key }) {
      const { rows } = await pool.query(
        `insert into peers.refunds (key, account_id, invoice_id, amount) values ($1, $2, $3, $4)
         on conflict (key) do update set asked = peers.refunds.asked + 1 returning amount`,
        [key, accountId, invoiceId, amount],
      );
      if (rows[0]?.amount === REFUSED) throw new AppError('insufficient_funds', 'balance is 0');
      return { refundId: `re_${key}` };
    },
    async FindSavedMethod({ savesFor }) {
      const { rows } = await pool.query(
        'select method_id from peers.saved_cards where saves_for = $1 and not disputed',
        [savesFor],
      );
      if (!rows[0]) throw new AppError('not_found', 'the customer has no saved payment method');
      return { methodId: rows[0].method_id, processor: 'test' };
    },
  });
}
