import { creditorReferenceOf } from '@florin/bank-statements';
import { AppError } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import type { ChargeState } from '../../contract/model.ts';
import type { Processor } from '../../contract/processor.ts';
import type { BankOrder } from '../../domain/bank-order.ts';
import type { Db } from '../../schema.ts';
import { TRANSFER_CURRENCY, type TransferSettings } from '../../settings/transfer.ts';
import { listSettled } from './lines.ts';
import { cancelOrder, findOrder, keepOrder, listPaid } from './orders.ts';

/**
 * Payment by bank transfer. Incoming money is read from bank statements and matched by the
 * reference given to the customer.
 */
export function makeTransferProcessor(db: Db, settings: TransferSettings): Processor {
  const { livemode, ...account } = settings;
  const euro = parseCurrency(TRANSFER_CURRENCY);

  function toState(order: BankOrder): ChargeState {
    const { status, reference } = order;
    switch (status) {
      case 'canceled':
        return { status };
      case 'paid':
        return { status: 'succeeded', reference, card: null, saved: null };
      case 'waiting':
        return {
          status: 'requires_action',
          reference,
          action: { kind: 'transfer', instructions: { ...account, reference } },
        };
      default:
        return status satisfies never;
    }
  }

  return {
    name: 'bank_transfer',
    livemode,
    abilities: {
      pays: 'transfer',
      savesMethods: false,
      capturesLater: false,
      refunds: false,
      disputes: false,
      payouts: false,
      webhooks: false,
      merchants: false,
    },
    takes: euro ? [euro] : [],
    async authorize({ id, merchant, amount, currency }) {
      const reference = creditorReferenceOf(id);
      const { accountId: account_id } = merchant;
      const order = { id, account_id, reference, amount, currency, status: 'waiting' } as const;
      return toState(await keepOrder(db, order));
    },
    async cancel({ id, merchant }) {
      await cancelOrder(db, id);
      const nothing = { account_id: merchant.accountId, amount: null, currency: null };
      const reference = creditorReferenceOf(id);
      return toState(await keepOrder(db, { id, ...nothing, reference, status: 'canceled' }));
    },
    async find({ id }) {
      const order = await findOrder(db, id);
      return order ? toState(order) : { status: 'unknown' };
    },
    async listNotices(since) {
      return (await listPaid(db, since)).map(({ id, reference }) => ({
        id: `charge ${id} paid`,
        about: 'charge' as const,
        reference,
        ourId: id,
        merchantReference: null,
      }));
    },
    listSettlements: (_merchant, cursor) => listSettled(db, cursor),
    parseWebhook() {
      throw new AppError('not_found', 'banks send no webhooks');
    },
    capture: unable,
    saveMethod: unable,
    findMethod: unable,
    removeMethod: unable,
    chargeSaved: unable,
    refund: unable,
    findRefund: unable,
    findDispute: unable,
    answerDispute: unable,
    payOut: unable,
    findPayout: unable,
  };
}

/** For operations that bank transfers do not support. */
function unable(): Promise<never> {
  return Promise.reject(
    new AppError('invalid_request', 'bank transfers do not support this operation'),
  );
}
