/** A chapter of the API reference. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** Path prefixes of its operations; `*` is one segment. */
  readonly paths: readonly string[];
}

/** All chapters, in reading order. The longest matching path decides. */
export const tags: readonly Tag[] = [
  {
    name: 'Log in',
    description: 'User sessions: login, token refresh, password reset and email verification.',
    paths: ['/v1/auth', '/.well-known'],
  },
  {
    name: 'Second factor',
    description:
      'Second factors for logins: authenticator codes (TOTP, RFC 6238) and recovery codes.',
    paths: ['/v1/auth/factors', '/v1/auth/step_up', '/v1/users/*/factors'],
  },
  {
    name: 'API keys',
    description:
      'API keys with scopes, for programs. A key belongs to one account and can be rotated.',
    paths: ['/v1/api_keys'],
  },
  {
    name: 'Accounts',
    description:
      'Businesses that use Florin, with their settings and policy. All other objects belong to an account.',
    paths: ['/v1/accounts', '/v1/account'],
  },
  {
    name: 'Users',
    description: 'People who can log in.',
    paths: ['/v1/users'],
  },
  {
    name: 'Team',
    description: 'Members of an account, their roles, and invitations.',
    paths: ['/v1/account/users', '/v1/account/owner', '/v1/invitations', '/v1/auth/accounts'],
  },
  {
    name: 'Balances',
    description: 'Available and held money of an account, and audits of its books.',
    paths: ['/v1/account/balance', '/v1/accounts/*/balance', '/v1/audit'],
  },
  {
    name: 'Transactions',
    description: 'Movements of money: credits, payments and refunds, with their journal entries.',
    paths: ['/v1/transactions'],
  },
  {
    name: 'Payments',
    description: 'Payment requests, each with a page where the customer pays.',
    paths: ['/v1/payments'],
  },
  {
    name: 'Payment methods',
    description: 'Cards and mandates that customers saved, for automatic charges.',
    paths: ['/v1/payment_methods'],
  },
  {
    name: 'Refunds',
    description: 'Refunds of payments to their payers.',
    paths: ['/v1/refunds', '/v1/payments/*/refund', '/v1/invoices/*/refund'],
  },
  {
    name: 'Disputes',
    description: 'Payments that payers dispute at their bank, and the evidence against it.',
    paths: ['/v1/disputes'],
  },
  {
    name: 'Payouts',
    description: 'A payout from the balance of an account to its bank.',
    paths: ['/v1/payouts'],
  },
  {
    name: 'Customers',
    description: 'Buyers of an account: details for invoices, and credit.',
    paths: ['/v1/customers'],
  },
  {
    name: 'Products and prices',
    description:
      'Goods and services that an account sells, and what they cost: per unit, in packages or in tiers.',
    paths: ['/v1/products', '/v1/prices'],
  },
  {
    name: 'Coupons and promotion codes',
    description: 'Discounts on invoices, and the codes that customers type to get them.',
    paths: ['/v1/coupons', '/v1/promotion_codes'],
  },
  {
    name: 'Plans',
    description: 'Recurring prices by name; a short way to create a product with one price.',
    paths: ['/v1/plans'],
  },
  {
    name: 'Subscriptions',
    description:
      'Recurring plans of customers: trials, prorated changes, pauses and cancellations.',
    paths: ['/v1/subscriptions', '/v1/billing_settings', '/v1/explain'],
  },
  {
    name: 'Invoices',
    description: 'Invoices of subscriptions, and one-off invoices.',
    paths: ['/v1/invoices'],
  },
  {
    name: 'Credit notes',
    description: 'Credits for all or part of an invoice.',
    paths: ['/v1/credit_notes'],
  },
  {
    name: 'Tax',
    description: 'How an account appears on invoices, and the tax it charges.',
    paths: ['/v1/seller_profile', '/v1/tax_rates'],
  },
  {
    name: 'Customer portal',
    description: 'Links to the self-service portal, without a login.',
    paths: ['/v1/portal_sessions', '/v1/invoices/*/public_link'],
  },
  {
    name: 'Test clocks',
    description: 'Clocks of test accounts: run a year of renewals in seconds.',
    paths: ['/v1/test_clocks'],
  },
  {
    name: 'Events',
    description: 'The event log: list events in order, or stream them.',
    paths: ['/v1/events'],
  },
  {
    name: 'Webhooks',
    description: 'Signed events that Florin sends to your URLs, with retries.',
    paths: ['/v1/webhook_endpoints', '/v1/events/*/deliveries'],
  },
  {
    name: 'Audit log',
    description: 'Changes and refused attempts, with the caller and the network address.',
    paths: ['/v1/audit_log'],
  },
  {
    name: 'Mail',
    description: 'Mails to customers: their texts and their suppressed addresses.',
    paths: ['/v1/mails', '/v1/mail_templates', '/v1/mail_suppressions'],
  },
  {
    name: 'Search and reports',
    description: 'Find objects by any of their data, and total amounts.',
    paths: ['/v1/search', '/v1/reports'],
  },
  {
    name: 'Exports',
    description: 'Files for accountants, written in the background, and the monthly close.',
    paths: ['/v1/exports', '/exports', '/v1/periods', '/v1/close'],
  },
  {
    name: 'Processors',
    description: 'Payment processors: accounts, bank statements and settlements.',
    paths: [
      '/v1/processor_accounts',
      '/v1/processors',
      '/v1/bank_statements',
      '/v1/unmatched_money',
      '/v1/reconciliations',
      '/processors',
    ],
  },
  {
    name: 'Operations',
    description: 'Health of each service, for operators.',
    paths: ['/v1/system', '/mail/notices'],
  },
  {
    name: 'Pages',
    description: 'Pages for browsers. Programs do not need them.',
    paths: ['/'],
  },
];

/** The chapter of an operation. */
export function tagOf(path: string): Tag {
  const fitting = tags
    .flatMap((tag) => tag.paths.map((start) => ({ tag, start })))
    .filter(({ start }) => begins(path, start))
    .toSorted((a, b) => segmentsOf(b.start).length - segmentsOf(a.start).length);
  const [first] = fitting;
  if (!first) throw new Error(`${path} must begin with a slash`);
  return first.tag;
}

function begins(path: string, start: string): boolean {
  const segments = segmentsOf(path);
  return segmentsOf(start).every((wanted, at) => wanted === '*' || wanted === segments[at]);
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
