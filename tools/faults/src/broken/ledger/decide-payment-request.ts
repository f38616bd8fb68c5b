import { decideBegin as decide } from '../../../../../apps/ledger/src/payment-requests/decide.ts';

export * from '../../../../../apps/ledger/src/payment-requests/decide.ts';

/** Lets a payment request be paid by everybody who comes before it is paid. */
export const decideBegin: typeof decide = (context, payment, processor) =>
  decide({ ...context, attempts: [] }, payment, processor);
