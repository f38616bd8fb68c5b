import type { Scenario } from '../scenario.ts';
import { createAccountScenarios, getAccountScenarios, listAccountsScenarios } from './accounts.ts';
import {
  anyAccountScenarios,
  closeAccountScenarios,
  updateAccountScenarios,
} from './accounts-changes.ts';
import { apiKeyScenarios } from './api-keys.ts';
import { auditScenarios } from './audit.ts';
import { auditLogScenarios } from './audit-log.ts';
import { balanceScenarios, bulkScenarios } from './balances.ts';
import { bankStatementScenarios } from './bank-statements.ts';
import { billingSettingsScenarios } from './billing-settings.ts';
import { catalogueScenarios } from './catalogue.ts';
import { consoleScenarios } from './console.ts';
import { creditNoteScenarios } from './credit-notes.ts';
import { customerEndingScenarios } from './customers-ending.ts';
import { disputeScenarios } from './disputes.ts';
import { eventScenarios } from './events.ts';
import { exportScenarios } from './exports.ts';
import { factorScenarios } from './factors.ts';
import { loginScenarios } from './login.ts';
import { mailScenarios } from './mail.ts';
import { oneOffInvoiceScenarios } from './one-off-invoices.ts';
import { pageScenarios } from './pages.ts';
import { partyScenarios } from './parties.ts';
import { paymentLinkScenarios } from './payment-links.ts';
import { paymentMethodScenarios } from './payment-methods.ts';
import { paymentScenarios } from './payments.ts';
import { payoutScenarios } from './payouts.ts';
import { periodScenarios } from './periods.ts';
import { planScenarios } from './plans.ts';
import { policyScenarios } from './policies.ts';
import { processorAccountScenarios } from './processor-accounts.ts';
import { processorWebhookScenarios } from './processor-webhooks.ts';
import { processorScenarios } from './processors.ts';
import { publicPageScenarios } from './public-pages.ts';
import { reconciliationScenarios } from './reconciliations.ts';
import { recoveryScenarios } from './recovery.ts';
import { refreshScenarios } from './refresh.ts';
import { refundScenarios } from './refunds.ts';
import { sessionScenarios } from './sessions.ts';
import { subscriptionScenarios } from './subscriptions.ts';
import { subscriptionChangeScenarios } from './subscriptions-changes.ts';
import { systemScenarios } from './system.ts';
import { taxIdScenarios } from './tax-ids.ts';
import { teamScenarios } from './teams.ts';
import { testClockScenarios } from './test-clocks.ts';
import { createTransactionScenarios, listTransactionsScenarios } from './transactions.ts';
import { oneTransactionScenarios } from './transactions-one.ts';
import { unknownNameScenarios } from './unknown-names.ts';
import {
  createUserScenarios,
  getUserScenarios,
  listTeamScenarios,
  listUsersScenarios,
} from './users.ts';
import {
  anonymizeUserScenarios,
  deleteUserScenarios,
  updateUserScenarios,
} from './users-changes.ts';
import { webhookScenarios } from './webhooks.ts';

export const allScenarios: readonly Scenario[] = [
  ...loginScenarios,
  ...refreshScenarios,
  ...sessionScenarios,
  ...recoveryScenarios,
  ...teamScenarios,
  ...policyScenarios,
  ...factorScenarios,
  ...mailScenarios,
  ...listUsersScenarios,
  ...listTeamScenarios,
  ...createUserScenarios,
  ...getUserScenarios,
  ...updateUserScenarios,
  ...deleteUserScenarios,
  ...anonymizeUserScenarios,
  ...apiKeyScenarios,
  ...createAccountScenarios,
  ...listAccountsScenarios,
  ...getAccountScenarios,
  ...updateAccountScenarios,
  ...closeAccountScenarios,
  ...anyAccountScenarios,
  ...createTransactionScenarios,
  ...listTransactionsScenarios,
  ...oneTransactionScenarios,
  ...bulkScenarios,
  ...balanceScenarios,
  ...paymentScenarios,
  ...paymentMethodScenarios,
  ...bankStatementScenarios,
  ...processorAccountScenarios,
  ...payoutScenarios,
  ...reconciliationScenarios,
  ...processorWebhookScenarios,
  ...processorScenarios,
  ...refundScenarios,
  ...disputeScenarios,
  ...auditScenarios,
  ...pageScenarios,
  ...planScenarios,
  ...catalogueScenarios,
  ...taxIdScenarios,
  ...customerEndingScenarios,
  ...billingSettingsScenarios,
  ...partyScenarios,
  ...oneOffInvoiceScenarios,
  ...creditNoteScenarios,
  ...exportScenarios,
  ...periodScenarios,
  ...publicPageScenarios,
  ...subscriptionScenarios,
  ...subscriptionChangeScenarios,
  ...paymentLinkScenarios,
  ...testClockScenarios,
  ...eventScenarios,
  ...auditLogScenarios,
  ...webhookScenarios,
  ...consoleScenarios,
  ...systemScenarios,
  ...unknownNameScenarios,
];
