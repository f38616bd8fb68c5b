import type { Scenario } from '../row.ts';
import { createAccountRows, getAccountRows, listAccountsRows } from './accounts.ts';
import { anyAccountRows, closeAccountRows, updateAccountRows } from './accounts-changes.ts';
import { apiKeyRows } from './api-keys.ts';
import { auditRows } from './audit.ts';
import { auditLogRows } from './audit-log.ts';
import { balanceRows, bulkRows } from './balances.ts';
import { billingSettingsRows } from './billing-settings.ts';
import { catalogueRows } from './catalogue.ts';
import { eventRows } from './events.ts';
import { loginRows } from './login.ts';
import { pageRows } from './pages.ts';
import { paymentLinkRows } from './payment-links.ts';
import { paymentRows } from './payments.ts';
import { refreshRows } from './refresh.ts';
import { sessionRows } from './sessions.ts';
import { subscriptionRows } from './subscriptions.ts';
import { subscriptionChangeRows } from './subscriptions-changes.ts';
import { testClockRows } from './test-clocks.ts';
import { createTransactionRows, listTransactionsRows } from './transactions.ts';
import { oneTransactionRows } from './transactions-one.ts';
import { unknownNameRows } from './unknown-names.ts';
import { createUserRows, getUserRows, listTeamRows, listUsersRows } from './users.ts';
import { deleteUserRows, updateUserRows } from './users-changes.ts';
import { webhookRows } from './webhooks.ts';

/** The whole table. */
export const allRows: readonly Scenario[] = [
  ...loginRows,
  ...refreshRows,
  ...sessionRows,
  ...listUsersRows,
  ...listTeamRows,
  ...createUserRows,
  ...getUserRows,
  ...updateUserRows,
  ...deleteUserRows,
  ...apiKeyRows,
  ...createAccountRows,
  ...listAccountsRows,
  ...getAccountRows,
  ...updateAccountRows,
  ...closeAccountRows,
  ...anyAccountRows,
  ...createTransactionRows,
  ...listTransactionsRows,
  ...oneTransactionRows,
  ...bulkRows,
  ...balanceRows,
  ...paymentRows,
  ...auditRows,
  ...pageRows,
  ...catalogueRows,
  ...billingSettingsRows,
  ...subscriptionRows,
  ...subscriptionChangeRows,
  ...paymentLinkRows,
  ...testClockRows,
  ...eventRows,
  ...auditLogRows,
  ...webhookRows,
  ...unknownNameRows,
];
