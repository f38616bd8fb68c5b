import type { Migrations } from '@florin/database';
import * as foundations from './0001-foundations.ts';
import * as billing from './0002-billing.ts';
import * as outboxTrace from './0003-outbox-trace.ts';
import * as testClocks from './0004-test-clocks.ts';
import * as credits from './0005-credits.ts';
import * as quotes from './0006-quotes.ts';
import * as changes from './0007-changes.ts';
import * as roomInPages from './0008-room-in-pages.ts';
import * as sentHash from './0009-sent-hash.ts';
import * as listIndexes from './0010-list-indexes.ts';
import * as paymentRounds from './0011-payment-rounds.ts';
import * as reminders from './0012-reminders.ts';
import * as customerEvents from './0013-customer-events.ts';
import * as unknownCustomers from './0014-unknown-customers.ts';
import * as sagaRuns from './0015-saga-runs.ts';
import * as outboxCursor from './0016-outbox-cursor.ts';
import * as cancelAddresses from './0017-cancel-addresses.ts';
import * as partiesAndTax from './0018-parties-and-tax.ts';
import * as oneOffInvoices from './0019-one-off-invoices.ts';
import * as creditNotes from './0020-credit-notes.ts';
import * as listFilters from './0021-list-filters.ts';
import * as publicPages from './0022-public-pages.ts';
import * as exportFiles from './0023-exports.ts';
import * as logoFiles from './0024-logo-files.ts';
import * as dunningDays from './0025-dunning-days.ts';
import * as books from './0027-books.ts';
import * as unbookedInvoices from './0028-unbooked-invoices.ts';
import * as reencodedLogos from './0029-reencoded-logos.ts';
import * as creditOfOneOffInvoices from './0030-credit-of-one-off-invoices.ts';
import * as closedPeriods from './0031-closed-periods.ts';
import * as accounting from './0040-accounting.ts';
import * as documentFiles from './0041-document-files.ts';
import * as declineCodes from './0050-decline-codes.ts';
import * as supplies from './0060-supplies.ts';
import * as documentNumbers from './0061-document-numbers.ts';
import * as archivedCustomers from './0066-archived-customers.ts';
import * as erasures from './0067-erasures.ts';
import * as taxIdChecks from './0068-tax-id-checks.ts';
import * as choiceOfUnknownCustomers from './0069-choice-of-unknown-customers.ts';
import * as taxCalculations from './0070-tax-calculations.ts';
import * as taxReports from './0071-tax-reports.ts';
import * as portalSessionsOfCustomers from './0073-portal-sessions-of-customers.ts';
import * as archivedPlans from './0074-archived-plans.ts';
import * as collectionMethods from './0076-collection-methods.ts';
import * as freePlans from './0077-free-plans.ts';
import * as outboxProgress from './0080-outbox-progress.ts';
import * as catalogue from './0081-catalogue.ts';
import * as creditAdjustments from './0082-credit-adjustments.ts';
import * as subscriptionAddOns from './0083-subscription-add-ons.ts';
import * as coupons from './0085-coupons.ts';
import * as outsidePayments from './0087-outside-payments.ts';
import * as dunningFinalAction from './0088-dunning-final-action.ts';
import * as poNumbers from './0089-po-numbers.ts';

export const migrations: Migrations = {
  '0001-foundations': foundations,
  '0002-billing': billing,
  '0003-outbox-trace': outboxTrace,
  '0004-test-clocks': testClocks,
  '0005-credits': credits,
  '0006-quotes': quotes,
  '0007-changes': changes,
  '0008-room-in-pages': roomInPages,
  '0009-sent-hash': sentHash,
  '0010-list-indexes': listIndexes,
  '0011-payment-rounds': paymentRounds,
  '0012-reminders': reminders,
  '0013-customer-events': customerEvents,
  '0014-unknown-customers': unknownCustomers,
  '0015-saga-runs': sagaRuns,
  '0016-outbox-cursor': outboxCursor,
  '0017-cancel-addresses': cancelAddresses,
  '0018-parties-and-tax': partiesAndTax,
  '0019-one-off-invoices': oneOffInvoices,
  '0020-credit-notes': creditNotes,
  '0021-list-filters': listFilters,
  '0022-public-pages': publicPages,
  '0023-exports': exportFiles,
  '0024-logo-files': logoFiles,
  '0025-dunning-days': dunningDays,
  '0027-books': books,
  '0028-unbooked-invoices': unbookedInvoices,
  '0029-reencoded-logos': reencodedLogos,
  '0030-credit-of-one-off-invoices': creditOfOneOffInvoices,
  '0031-closed-periods': closedPeriods,
  '0040-accounting': accounting,
  '0041-document-files': documentFiles,
  '0050-decline-codes': declineCodes,
  '0060-supplies': supplies,
  '0061-document-numbers': documentNumbers,
  '0066-archived-customers': archivedCustomers,
  '0067-erasures': erasures,
  '0068-tax-id-checks': taxIdChecks,
  '0069-choice-of-unknown-customers': choiceOfUnknownCustomers,
  '0070-tax-calculations': taxCalculations,
  '0071-tax-reports': taxReports,
  '0073-portal-sessions-of-customers': portalSessionsOfCustomers,
  '0074-archived-plans': archivedPlans,
  '0076-collection-methods': collectionMethods,
  '0077-free-plans': freePlans,
  '0080-outbox-progress': outboxProgress,
  '0081-catalogue': catalogue,
  '0082-credit-adjustments': creditAdjustments,
  '0083-subscription-add-ons': subscriptionAddOns,
  '0085-coupons': coupons,
  '0087-outside-payments': outsidePayments,
  '0088-dunning-final-action': dunningFinalAction,
  '0089-po-numbers': poNumbers,
};
