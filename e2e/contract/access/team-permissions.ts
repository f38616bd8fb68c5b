export const roles = ['account_admin', 'developer', 'accountant', 'support'] as const;
export type TeamRole = (typeof roles)[number];

/**
 * Operations that each role may start, besides those that any login may. Written by hand, so that a
 * scope granted to one role too many shows here.
 */
export const allowed: Readonly<Record<Exclude<TeamRole, 'account_admin'>, readonly RegExp[]>> = {
  developer: [
    /^GET \/v1\/(transactions|payments|account\/balance|accounts\/\{account_id\}\/balance)/,
    /^GET \/v1\/(refunds|disputes|payouts|reconciliations|payment_methods)/,
    /^GET \/v1\/(explain|customers|products|prices|coupons|promotion_codes|plans|subscriptions|invoices|credit_notes|tax_rates|exports|reports|mails|periods|close)/,
    /^GET \/v1\/(billing_settings|seller_profile|portal_sessions|test_clocks|events|account|mail_templates|search)$/,
    /^GET \/v1\/(events|test_clocks)/,
    /^POST \/v1\/(exports|mail_templates\/\{kind\}\/preview)$/,
    /^(GET|POST|PATCH|DELETE) \/v1\/(webhook_endpoints|api_keys(?!.*rotate))/,
    /^GET \/v1\/audit_log/,
  ],
  accountant: [
    /^GET \/v1\/(transactions|payments|account\/balance|accounts\/\{account_id\}\/balance)/,
    /^GET \/v1\/(refunds|disputes|payouts|reconciliations|payment_methods)/,
    /^GET \/v1\/(explain|customers|products|prices|coupons|promotion_codes|plans|subscriptions|invoices|credit_notes|tax_rates|exports|reports|mails|periods|close)/,
    /^GET \/v1\/(billing_settings|seller_profile|portal_sessions|test_clocks|events|account|mail_templates|search)$/,
    /^GET \/v1\/(events(?!.*deliveries)|test_clocks)/,
    /^POST \/v1\/(exports|mail_templates\/\{kind\}\/preview)$/,
  ],
  support: [
    /^GET \/v1\/(transactions|payments|account\/balance|accounts\/\{account_id\}\/balance)/,
    /^GET \/v1\/(refunds|disputes|payment_methods)/,
    /^GET \/v1\/(explain|customers|products|prices|coupons|promotion_codes|plans|subscriptions|invoices|credit_notes|tax_rates|exports|reports|mails|periods|close)/,
    /^GET \/v1\/(billing_settings|seller_profile|portal_sessions|test_clocks|account|mail_templates|search)$/,
    /^GET \/v1\/test_clocks/,
    /^POST \/v1\/(exports|mail_templates\/\{kind\}\/preview)$/,
    /^POST \/v1\/(payments|invoices)\/\{\w+\}\/refund$/,
  ],
};

/** Operations on the caller, which need no role. */
export const own =
  /^\w+ \/v1\/(auth\/|users|accounts$)|^DELETE \/v1\/account\/users|^POST \/v1\/subscriptions\/preview$/;
