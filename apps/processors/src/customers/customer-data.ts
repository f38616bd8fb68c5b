import { type CustomerDataOf, toPublicId } from '@florin/contracts';
import { type CustomerDataRequest, dataPageOf, toDataReply, unknownKind } from '@florin/grpc';
import { selectDisputes } from '../disputes/queries.ts';
import { toResource as toDispute } from '../domain/dispute.ts';
import { type PaymentMethod, toResource } from '../domain/method.ts';
import { toResource as toRefund } from '../domain/refund.ts';
import { selectMethods } from '../methods/queries.ts';
import { listSetupsOf, type Setup } from '../methods/setup-queries.ts';
import { selectRefunds } from '../refunds/queries.ts';
import type { Db } from '../schema.ts';

/** RPC for the data that this service stores about a customer. */
export function customerDataRpcs({ db }: { readonly db: Db }) {
  return {
    async ListCustomerData(request: CustomerDataRequest) {
      const { after, limit } = dataPageOf(request);
      const { accountId, kind } = request;
      const customer = toPublicId('customer', request.customerId);
      const filter = {
        ...{ accountId, customer, after, before: undefined },
        ...{ paymentId: undefined, status: undefined },
      };
      switch (kind) {
        case 'payment_methods':
          return toDataReply(
            await selectMethods(db, { ...filter, withRemoved: true }, limit + 1),
            limit,
            toMethod,
          );
        case 'payment_method_pages':
          return toDataReply(await listSetupsOf(db, filter, after, limit + 1), limit, toPage);
        case 'refunds':
          return toDataReply(await selectRefunds(db, filter, limit + 1), limit, toRefund);
        case 'disputes':
          return toDataReply(await selectDisputes(db, filter, limit + 1), limit, toDispute);
        default:
          throw unknownKind(kind);
      }
    },
  };
}

function toMethod(method: PaymentMethod): CustomerDataOf<'payment_methods'> {
  return {
    ...toResource(method),
    consent_text: method.mandate,
    removed_at: method.removedAt === null ? null : new Date(method.removedAt).toISOString(),
  };
}

function toPage(setup: Setup): CustomerDataOf<'payment_method_pages'> {
  return {
    object: 'payment_method_page',
    livemode: setup.livemode,
    customer_email: setup.email,
    processor: setup.processor,
    status: setup.status,
    consent_text: setup.mandate,
    return_url: setup.returnUrl,
    created_at: new Date(setup.createdAt).toISOString(),
  };
}
