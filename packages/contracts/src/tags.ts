/** A chapter of the reference: what people look for by one name. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** What the paths of its operations begin with; `*` stands for one segment. */
  readonly paths: readonly string[];
}

/** Every chapter, in the order in which a developer meets them. The longest path that fits decides. */
export const tags: readonly Tag[] = [
  {
    name: 'Log in',
    description: 'Sessions of people: tokens, their renewal, forgotten passwords, proved emails.',
    paths: ['/v1/auth', '/.well-known'],
  },
  {
    name: 'Second factor',
    description:
      'Codes of an authenticator (TOTP, RFC 6238) beside the password, and recovery codes.',
    paths: ['/v1/auth/factors', '/v1/auth/step_up', '/v1/users/*/factors'],
  },
  {
    name: 'API keys',
    description: 'How programs call: keys with scopes, for one account each, that can be rotated.',
    paths: ['/v1/api_keys'],
  },
  {
    name: 'Accounts',
    description:
      'Whoever does business by Florin: its settings and its policy. Everything else belongs to one.',
    paths: ['/v1/accounts', '/v1/account'],
  },
  {
    name: 'Users',
    description: 'People who can log in.',
    paths: ['/v1/users'],
  },
  {
    name: 'Team',
    description: 'Who belongs to an account in which role, and who is invited to.',
    paths: ['/v1/account/users', '/v1/account/owner', '/v1/invitations', '/v1/auth/accounts'],
  },
  {
    name: 'Balances',
    description: 'What an account has, what is held, and the proof that its books add up.',
    paths: ['/v1/account/balance', '/v1/accounts/*/balance', '/v1/audit'],
  },
  {
    name: 'Transactions',
    description:
      'Money that moves: credits, payments and refunds, with the entries that they made.',
    paths: ['/v1/transactions'],
  },
  {
    name: 'Payments',
    description: 'Requests to pay, each with a page of its own that a customer opens.',
    paths: ['/v1/payments'],
  },
  {
    name: 'Payment methods',
    description: 'Cards and mandates that customers have saved, by which renewals are charged.',
    paths: ['/v1/payment_methods'],
  },
  {
    name: 'Refunds',
    description: 'Money on its way back to who has paid.',
    paths: ['/v1/refunds', '/v1/payments/*/refund', '/v1/invoices/*/refund'],
  },
  {
    name: 'Disputes',
    description: 'Payments that a payer contests at their bank, and the evidence that answers.',
    paths: ['/v1/disputes'],
  },
  {
    name: 'Payouts',
    description: 'Money of an account on its way to its bank.',
    paths: ['/v1/payouts'],
  },
  {
    name: 'Customers',
    description: 'Who buys from an account: details for invoices, and credit.',
    paths: ['/v1/customers'],
  },
  {
    name: 'Plans',
    description: 'What can be subscribed to, at which price and how often.',
    paths: ['/v1/plans'],
  },
  {
    name: 'Subscriptions',
    description: 'Customers on plans: trials, changes with proration, pauses, ends.',
    paths: ['/v1/subscriptions', '/v1/billing_settings', '/v1/explain'],
  },
  {
    name: 'Invoices',
    description: 'What customers owe: of subscriptions, and one-off.',
    paths: ['/v1/invoices'],
  },
  {
    name: 'Credit notes',
    description: 'What is taken back of an invoice.',
    paths: ['/v1/credit_notes'],
  },
  {
    name: 'Tax',
    description: 'How an account appears on its invoices, and which tax it charges where.',
    paths: ['/v1/seller_profile', '/v1/tax_rates'],
  },
  {
    name: 'Customer portal',
    description: 'Links by which customers look after their own business without a login.',
    paths: ['/v1/portal_sessions', '/v1/invoices/*/public_link'],
  },
  {
    name: 'Test clocks',
    description: 'Time that test accounts advance by themselves: a year of renewals in seconds.',
    paths: ['/v1/test_clocks'],
  },
  {
    name: 'Events',
    description: 'Everything that has happened, in order, to list and to follow.',
    paths: ['/v1/events'],
  },
  {
    name: 'Webhooks',
    description: 'Where Florin sends events, signed, until they are taken.',
    paths: ['/v1/webhook_endpoints', '/v1/events/*/deliveries'],
  },
  {
    name: 'Audit log',
    description: 'Who has changed what, or tried to, from where.',
    paths: ['/v1/audit_log'],
  },
  {
    name: 'Mail',
    description: 'What customers are told by mail, in whose words, and who wants none.',
    paths: ['/v1/mails', '/v1/mail_templates', '/v1/mail_suppressions'],
  },
  {
    name: 'Search and reports',
    description: 'Any object by whatever is known of it, and what it all adds up to.',
    paths: ['/v1/search', '/v1/reports'],
  },
  {
    name: 'Exports',
    description: 'Files for accountants, written in the background, and the close of a month.',
    paths: ['/v1/exports', '/exports', '/v1/periods', '/v1/close'],
  },
  {
    name: 'Processors',
    description:
      'Who moves the money outside: accounts at processors, bank statements, settlement.',
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
    description: 'How each service is, for whoever runs this Florin.',
    paths: ['/v1/system', '/mail/notices'],
  },
  {
    name: 'Pages',
    description: 'What people open in a browser. Programs have no need of them.',
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
  if (!first) throw new Error(`${path} begins with no slash`);
  return first.tag;
}

function begins(path: string, start: string): boolean {
  const segments = segmentsOf(path);
  return segmentsOf(start).every((wanted, at) => wanted === '*' || wanted === segments[at]);
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}
