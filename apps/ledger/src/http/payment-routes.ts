import type { Route } from '@florin/http-api';
import type { makeGetPayment } from '../operations/get-payment.ts';
import type { makeListPayments } from '../operations/list-payments.ts';
import type { Writer } from '../writer/create-writer.ts';
import { cancelPaymentRoute } from './cancel-payment.ts';
import { createPaymentRoute } from './create-payment.ts';
import { getPaymentRoutes } from './get-payment.ts';
import { listPaymentsRoute } from './list-payments.ts';
import { type PageOperations, payRoutes } from './pages/pay-routes.ts';

export interface PaymentOperations extends PageOperations {
  readonly writer: Writer;
  readonly getPayment: ReturnType<typeof makeGetPayment>;
  readonly listPayments: ReturnType<typeof makeListPayments>;
}

/** Every route about payment requests. `linkBase` is what the address of each page begins with. */
export function paymentRoutes(operations: PaymentOperations, linkBase: string): readonly Route[] {
  const { writer, getPayment, listPayments } = operations;
  return [
    listPaymentsRoute(listPayments, linkBase),
    createPaymentRoute(writer, operations, linkBase),
    ...getPaymentRoutes(getPayment, linkBase),
    cancelPaymentRoute(writer, getPayment, linkBase),
    ...payRoutes(operations, linkBase),
  ];
}
