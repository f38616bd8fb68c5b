import { AppError } from '@florin/contracts';
import type { RpcCall } from '@florin/grpc';
import { en } from '../http/pages/texts/en.ts';
import type { SavedCards } from '../operations/charge-saved-card.ts';
import type { Writer } from '../writer/create-writer.ts';
import { amountOf } from './amount-of.ts';
import { type Requested, type RequestPaymentRequest, requestOnce } from './request-payment.ts';

/** ChargesService.ChargeSavedCard: billing has a customer's card charged in an account's name. */
export function chargeSavedCardRpc(writer: Writer, linkBase: string, cards: SavedCards) {
  return async (request: RequestPaymentRequest, call: RpcCall) => {
    const { accountId, currency, savesFor } = request;
    const savedBy = savesFor === '' ? undefined : await cards.find(accountId, savesFor);
    if (savedBy === undefined) throw new AppError('not_found', 'no card is saved for them');
    const ask = () => requestOnce(writer, linkBase, request, call);
    const before = await ask();
    if (before.status !== 'pending') return toReply(before);
    const { paymentId } = before;
    const owed = { accountId, paymentId, amount: amountOf(request), currency, savedBy };
    const last = await cards.charge(owed, call.requestId);
    return toReply(await ask(), last?.declineCode);
  };
}

function toReply(
  { paymentId, paymentUrl, status, transactionId }: Requested,
  declineCode?: string | null,
) {
  return {
    paymentId,
    paymentUrl: status === 'pending' ? paymentUrl : '',
    transactionId: transactionId ?? '',
    declineReason: transactionId === undefined ? reasonOf(status, declineCode) : '',
  };
}

function reasonOf(status: Requested['status'], declineCode: string | null | undefined): string {
  const { title, reasons, otherReason } = en.decline;
  if (declineCode) return `${title}: ${reasons[declineCode] ?? otherReason}`;
  return status === 'failed' ? 'The card was declined too often.' : 'The card was not charged.';
}
