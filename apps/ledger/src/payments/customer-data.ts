import { type CustomerDataOf, toPublicId } from '@florin/contracts';
import { selectPage } from '@florin/database';
import { type CustomerDataRequest, dataPageOf, toDataReply, unknownKind } from '@florin/grpc';
import { type PaymentAttempt, toPaymentResource } from '../domain/payment-request/model.ts';
import { toPaymentRequest } from '../schema/payment-rows.ts';
import type { Books } from '../shards/books.ts';
import { isOfCustomer, listAttemptsOf } from './queries.ts';

/** The ledger's only data about a customer are payments. */
export function customerDataRpcs({ books }: { readonly books: Books }) {
  return {
    async ListCustomerData(request: CustomerDataRequest) {
      const { accountId, customerId, kind } = request;
      if (kind !== 'payments') throw unknownKind(kind);
      const { after, limit } = dataPageOf(request);
      const db = books.of(accountId);
      const query = db
        .selectFrom('payment_requests')
        .selectAll()
        .where('account_id', '=', accountId)
        .where(isOfCustomer(toPublicId('customer', customerId)));
      const rows = await selectPage(query, { after, before: undefined }, limit + 1).execute();
      const payments = rows.map(toPaymentRequest);
      const attempts = await listAttemptsOf(
        db,
        payments.map(({ id }) => id),
      );
      return toDataReply(
        payments,
        limit,
        (payment): CustomerDataOf<'payments'> => ({
          ...toPaymentResource(payment),
          return_url: payment.returnUrl,
          attempts: attempts.filter(({ paymentId }) => paymentId === payment.id).map(toAttempt),
        }),
      );
    },
  };
}

function toAttempt(attempt: PaymentAttempt): CustomerDataOf<'payments'>['attempts'][number] {
  const { status, processor, declineCode, card, consentText, createdAt } = attempt;
  return {
    ...{ status, processor, decline_code: declineCode, card, consent_text: consentText },
    created_at: new Date(createdAt).toISOString(),
  };
}
