import type { Route } from '@florin/http-api';
import type { makeGetPayment } from '../operations/get-payment.ts';
import type { makeListPayments } from '../operations/list-payments.ts';
import type { Writer } from '../writer/create-writer.ts';
import { cancelPaymentRoute } from './cancel-payment.ts';
import { createPaymentRoute } from './create-payment.ts';
import { getPaymentRoutes } from './get-payment.ts';
import { listPaymentsRoute } from './list-payments.ts';

export interface PaymentOperations {
  readonly writer: Writer;
  readonly getPayment: ReturnType<typeof makeGetPayment>;
  readonly listPayments: ReturnType<typeof makeListPayments>;
}

/** Every route about payment requests. `linkBase` is what the address of each page begins with. */
export function paymentRoutes(
  { writer, getPayment, listPayments }: PaymentOperations,
  linkBase: string,
): readonly Route[] {
  return [
    listPaymentsRoute(listPayments, linkBase),
    createPaymentRoute(writer, linkBase),
    ...getPaymentRoutes(getPayment, linkBase),
    cancelPaymentRoute(writer, getPayment, linkBase),
  ];
}
