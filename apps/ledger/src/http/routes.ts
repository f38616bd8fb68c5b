import { type Route, withExamples } from '@florin/http-api';
import examples from '../../examples.json' with { type: 'json' };
import type { makeAudit } from '../operations/audit.ts';
import type { makeGetBalance } from '../operations/get-balance.ts';
import type { makeGetTransaction } from '../operations/get-transaction.ts';
import type { makeListEntries } from '../operations/list-entries.ts';
import type { makeListTransactions } from '../operations/list-transactions.ts';
import { auditRoute } from './audit.ts';
import { cancelTransactionRoute } from './cancel-transaction.ts';
import { captureTransactionRoute } from './capture-transaction.ts';
import {
  type CreateTransactionSettings,
  createTransactionRoute,
  makeCreateTransaction,
} from './create-transaction.ts';
import { createTransactionsRoute } from './create-transactions.ts';
import { getBalanceRoutes } from './get-balance.ts';
import { getTransactionRoute } from './get-transaction.ts';
import { listEntriesRoute } from './list-entries.ts';
import { listTransactionsRoute } from './list-transactions.ts';
import { type PaymentOperations, paymentRoutes } from './payment-routes.ts';
import { updateTransactionRoute } from './update-transaction.ts';

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
