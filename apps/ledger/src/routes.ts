import { type Route, withExamples } from '@florin/http-api';
import examples from '../examples.json' with { type: 'json' };
import type { makeAudit } from './audit/operations.ts';
import { auditRoute } from './audit/routes.ts';
import type { makeGetBalance } from './balances/operations.ts';
import { getBalanceRoutes } from './balances/routes.ts';
import { type PaymentOperations, paymentRoutes } from './payment-requests/routes.ts';
import {
  cancelTransactionRoute,
  captureTransactionRoute,
  updateTransactionRoute,
} from './transactions/change-routes.ts';
import {
  type CreateTransactionSettings,
  createTransactionRoute,
  createTransactionsRoute,
  makeCreateTransaction,
} from './transactions/create-routes.ts';
import type {
  makeGetTransaction,
  makeListEntries,
  makeListTransactions,
} from './transactions/operations.ts';
import {
  getTransactionRoute,
  listEntriesRoute,
  listTransactionsRoute,
} from './transactions/routes.ts';

export interface LedgerOperations extends PaymentOperations {
  readonly audit: ReturnType<typeof makeAudit>;
  readonly getTransaction: ReturnType<typeof makeGetTransaction>;
  readonly listTransactions: ReturnType<typeof makeListTransactions>;
  readonly getBalance: ReturnType<typeof makeGetBalance>;
  readonly listEntries: ReturnType<typeof makeListEntries>;
}

/** Every public route of the ledger. */
export function ledgerRoutes(
  operations: LedgerOperations,
  settings: CreateTransactionSettings & { readonly publicUrl: string },
): readonly Route[] {
  const { audit, writer, getTransaction, listTransactions, getBalance, listEntries } = operations;
  const createTransaction = makeCreateTransaction(writer, settings);
  return withExamples(examples, [
    listTransactionsRoute(listTransactions),
    createTransactionRoute(createTransaction),
    createTransactionsRoute(createTransaction),
    listEntriesRoute(listEntries),
    getTransactionRoute(getTransaction),
    updateTransactionRoute(writer, getTransaction),
    cancelTransactionRoute(writer, getTransaction),
    captureTransactionRoute(writer, getTransaction),
    ...getBalanceRoutes(getBalance),
    auditRoute(audit),
    ...paymentRoutes(operations, `${settings.publicUrl}/pay/`),
  ]);
}
