import { templateKinds } from '@florin/contracts';
import { type CustomerDataRequest, dataPageOf, toDataReply, unknownKind } from '@florin/grpc';
import type { Db } from '../schema.ts';
import { selectMails } from './queries.ts';
import { toMail } from './resource.ts';

/**
 * MailsService: emails to a customer. Emails to the account are not the customer's personal data.
 */
export function mailRpcs({ db }: { readonly db: Db }) {
  return {
    async ListCustomerData(request: CustomerDataRequest) {
      const { accountId, customerId, kind } = request;
      if (kind !== 'mails') throw unknownKind(kind);
      const { after, limit } = dataPageOf(request);
      const filter = {
        ...{ accountId, status: undefined, aboutId: customerId },
        kinds: templateKinds,
      };
      const rows = await selectMails(db, filter, { after, before: undefined }, limit + 1);
      return toDataReply(rows, limit, toMail);
    },
  };
}
