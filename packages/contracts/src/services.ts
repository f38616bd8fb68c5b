/** Everything that runs as processes of its own and owns one Postgres schema of the same name. */
export const serviceNames = [
  'identity',
  'accounts',
  'ledger',
  'processors',
  'billing',
  'webhooks',
  'mail',
  'console',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** What may speak to a service: the others and the gateway. */
export type PeerName = ServiceName | 'gateway';

/**
 * Who calls whom over HTTP or gRPC. A key of its own exists for every pair listed here; a service
 * without a key for a caller cannot be called by it.
 */
export const callees = {
  gateway: serviceNames,
  accounts: ['identity', 'ledger', 'processors', 'billing'],
  billing: ['ledger', 'processors', 'accounts', 'webhooks', 'mail'],
  ledger: ['processors', 'accounts', 'billing'],
  processors: ['ledger', 'accounts', 'billing'],
  identity: [],
  webhooks: [],
  mail: ['identity', 'accounts', 'ledger', 'billing'],
  console: [],
} as const satisfies Record<PeerName, readonly ServiceName[]>;

/**
 * The part of the public surface that each service may serve. The longest matching prefix decides,
 * so that `/v1/account/balance` is the ledger's while `/v1/account` is not. The gateway refuses a
 * route that a service announces outside its own part. How each is stands at `/v1/system/<its name>`.
 */
const ownedPrefixes = {
  identity: [
    '/v1/auth',
    '/v1/users',
    '/v1/account/users',
    '/v1/account/owner',
    '/v1/account/policy',
    '/v1/invitations',
    '/v1/api_keys',
    '/.well-known/jwks.json',
    '/auth',
  ],
  accounts: ['/v1/accounts', '/v1/account'],
  ledger: [
    '/v1/transactions',
    '/v1/payments',
    '/v1/account/balance',
    '/v1/accounts/{account_id}/balance',
    '/v1/audit',
    '/pay',
  ],
  processors: [
    '/v1/payments/{payment_id}/refund',
    '/v1/invoices/{invoice_id}/refund',
    '/v1/refunds',
    '/v1/disputes',
    '/v1/payment_methods',
    '/pay/test_cards',
    '/v1/payouts',
    '/v1/processors',
    '/v1/reconciliations',
    '/v1/processor_accounts',
    '/v1/bank_statements',
    '/v1/unmatched_money',
    '/processors',
  ],
  billing: [
    '/v1/plans',
    '/v1/customers',
    '/v1/subscriptions',
    '/v1/invoices',
    '/v1/test_clocks',
    '/v1/explain',
    '/v1/billing_settings',
    '/v1/seller_profile',
    '/v1/tax_rates',
    '/v1/credit_notes',
    '/v1/portal_sessions',
    '/v1/exports',
    '/v1/periods',
    '/v1/close',
    '/i',
    '/portal',
    '/exports',
    '/logos',
  ],
  webhooks: ['/v1/events', '/v1/webhook_endpoints', '/v1/audit_log'],
  mail: ['/dev/mail', '/mail', '/v1/mails', '/v1/mail_suppressions', '/v1/mail_templates'],
  console: ['/v1/search', '/v1/reports', '/console', '/assets/console'],
} as const satisfies Record<ServiceName, readonly string[]>;

/** The service that may serve this path template, or undefined when nobody owns it. */
export function ownerOf(template: string): ServiceName | undefined {
  const path = withoutNames(template);
  let owner: ServiceName | undefined;
  let longest = 0;
  for (const service of serviceNames) {
    for (const owned of [`/v1/system/${service}`, ...ownedPrefixes[service]]) {
      const prefix = withoutNames(owned);
      const matches = path === prefix || path.startsWith(`${prefix}/`);
      if (matches && prefix.length > longest) {
        owner = service;
        longest = prefix.length;
      }
    }
  }
  return owner;
}

/** What a parameter is called does not tell paths apart. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '{}');
}
