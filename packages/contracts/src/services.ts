/** Services, each with its own processes and a Postgres schema of the same name. */
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

/** Callers of a service: other services and the gateway. */
export type PeerName = ServiceName | 'gateway';

/**
 * Allowed calls over HTTP or gRPC. Each pair has its own key; a service cannot be called by callers
 * that it has no key for.
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
 * Path prefixes that each service may serve; the longest match wins. The gateway refuses routes
 * outside a service's own prefixes. The status of a service is at `/v1/system/<name>`.
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
    '/v1/products',
    '/v1/prices',
    '/v1/coupons',
    '/v1/promotion_codes',
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

/** The service that may serve this path template; undefined if none may. */
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

/** Paths that differ only in parameter names are the same. */
function withoutNames(template: string): string {
  return template.replaceAll(/\{\w+\}/g, '{}');
}
