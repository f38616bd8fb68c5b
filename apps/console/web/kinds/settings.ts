import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { parseMoney, toDecimal } from '../core/format.ts';
import { currencyOf, mayManageAccount, type Session } from '../core/session.ts';
import { texts } from '../texts/index.ts';
import { accountingOf, chartField, datevField } from './accounting.ts';
import { dunningBody, dunningFields, sayChange, sayDunning } from './dunning.ts';
import type { Action, Field, TextName, Values } from './kind.ts';

type Profile = Result<'get', '/v1/seller_profile'>;
type Billing = Result<'get', '/v1/billing_settings'>;
type Policy = Result<'get', '/v1/account/policy'>;
type Account = Result<'get', '/v1/account'>;

/** A card of account settings, and the action that changes them. */
interface SettingOf<One> {
  readonly label: TextName;
  /** Fields shown. */
  readonly facts: readonly (keyof One & string)[];
  /** Describes the setting in words. */
  readonly says?: (one: One) => string;
  readonly change: Action<One>;
}

export type Setting = SettingOf<Readonly<Record<string, unknown>>>;

/** Settings that come from one API resource. */
export interface SettingsGroup {
  readonly key: string;
  readonly load: () => Promise<Readonly<Record<string, unknown>>>;
  readonly settings: readonly Setting[];
}

/** Type-checks settings against the API before erasing their type. */
function groupOf<One extends object>(
  key: string,
  load: () => Promise<One>,
  settings: readonly SettingOf<One>[],
): SettingsGroup {
  return { key, load, settings } as unknown as SettingsGroup;
}

type Run<One> = (values: Values, key: string, session: Session, one: One) => Promise<unknown>;

/** Changes part of a resource: empty fields become null. */
function changing<One>(touches: string, fields: readonly Field<One>[], run: Run<One>): Action<One> {
  return {
    label: 'doChange',
    undo: 'doChange',
    isOpen: (_one, session) => mayManageAccount(session) && session.account !== undefined,
    fields,
    say: () => texts().saySettings,
    run: (one, values, key, session) => run(values, key, session, one),
    touches: [touches, 'session'],
  };
}

const textOrNull = (text = '') => (text.trim() === '' ? null : text.trim());
const yes = (value: boolean) => (value ? 'yes' : '');

/** A text field named like its API field; may be empty. */
function text<One extends object>(name: keyof One & string, label: TextName): Field<One> {
  const initial = (one: One) => String(one[name] ?? '');
  return { name, label, type: 'text', isOptional: true, initial };
}

function check<One extends object>(name: keyof One & string, label: TextName): Field<One> {
  return { name, label, type: 'check', initial: (one) => yes(one[name] === true) };
}

const changeProfile = (fields: readonly Field<Profile>[], bodyOf: (values: Values) => object) =>
  changing<Profile>('seller_profile', fields, (values, idempotencyKey) =>
    florin.patch('/v1/seller_profile', { body: bodyOf(values), idempotencyKey }),
  );

const drawing: typeof changeProfile = (fields, bodyOf) => ({
  ...changeProfile(fields, bodyOf),
  draws: 'brand',
});

const noting =
  (note: () => string): typeof changeProfile =>
  (fields, bodyOf) => ({ ...changeProfile(fields, bodyOf), note });

const profile = groupOf<Profile>('seller_profile', () => florin.get('/v1/seller_profile'), [
  {
    label: 'brand',
    facts: ['legal_name', 'email', 'phone', 'color', 'footer'],
    change: drawing(
      [
        text('legal_name', 'legalName'),
        text('email', 'email'),
        text('phone', 'phone'),
        text('color', 'color'),
        { name: 'logo', label: 'logo', type: 'picture', isOptional: true },
        { ...text<Profile>('footer', 'footer'), type: 'long' },
      ],
      ({ logo, ...values }) => ({ ...nullable(values), ...(logo ? { logo } : {}) }),
    ),
  },
  {
    label: 'address',
    facts: ['address', 'tax_ids'],
    change: changeProfile(
      [
        {
          name: 'line1',
          label: 'line1',
          type: 'text',
          initial: ({ address }) => address?.line1 ?? '',
        },
        {
          ...{ name: 'postal_code', label: 'postalCode', type: 'text' },
          initial: ({ address }) => address?.postal_code ?? '',
        },
        {
          name: 'city',
          label: 'city',
          type: 'text',
          initial: ({ address }) => address?.city ?? '',
        },
        {
          ...{ name: 'country', label: 'country', type: 'text' },
          initial: ({ address }) => address?.country ?? '',
        },
      ],
      (address) => ({ address }),
    ),
  },
  {
    label: 'numbers',
    facts: [
      ...(['invoice_number_format', 'credit_note_number_format'] as const),
      ...(['payment_terms_days', 'timezone'] as const),
    ],
    change: changeProfile(
      [
        text('invoice_number_format', 'invoiceNumbers'),
        text('credit_note_number_format', 'creditNumbers'),
        {
          ...{ name: 'payment_terms_days', label: 'termsDays', type: 'text' },
          initial: ({ payment_terms_days }) => String(payment_terms_days),
        },
        text('timezone', 'timezone'),
      ],
      ({ payment_terms_days, credit_note_number_format, timezone, ...values }) => ({
        ...nullable(values),
        ...{ credit_note_number_format, timezone, payment_terms_days: Number(payment_terms_days) },
      }),
    ),
  },
  {
    label: 'tax',
    facts: ['charges_tax', 'tax_provider', 'prices_include_tax', 'uses_oss', 'tax_rounding'],
    change: noting(() => texts().taxProviderNeeds)(
      [
        check('charges_tax', 'chargesTax'),
        check('prices_include_tax', 'pricesIncludeTax'),
        check('uses_oss', 'usesOss'),
        {
          ...{ name: 'tax_rounding', label: 'taxRounding', type: 'choice' },
          options: ['invoice', 'line'],
          initial: ({ tax_rounding }) => tax_rounding,
        },
        {
          ...{ name: 'tax_provider', label: 'taxProvider', type: 'choice' },
          options: ['florin', 'stripe_tax'] satisfies Profile['tax_provider'][],
          initial: ({ tax_provider }) => tax_provider,
        },
      ],
      ({ tax_rounding, tax_provider, ...checks }) => ({
        ...{ tax_rounding, tax_provider },
        ...booleans(checks),
      }),
    ),
  },
  {
    label: 'invoiceMails',
    facts: ['mail_invoices'],
    change: changeProfile([check('mail_invoices', 'mailInvoices')], booleans),
  },
]);

const billing = groupOf<Billing>('billing_settings', () => florin.get('/v1/billing_settings'), [
  {
    label: 'customerRules',
    facts: ['unknown_customers', 'portal'],
    change: changing(
      'billing_settings',
      [
        {
          ...{ name: 'unknown_customers', label: 'unknownCustomers', type: 'choice' },
          options: ['create', 'refuse'],
          initial: ({ unknown_customers }) => unknown_customers,
        },
        {
          ...{ name: 'cancel', label: 'portalCancel', type: 'choice' },
          options: ['at_period_end', 'now', 'off'] satisfies Billing['portal']['cancel'][],
          initial: ({ portal }) => portal.cancel,
        },
      ],
      ({ unknown_customers, cancel }, idempotencyKey, _session, { portal }) =>
        florin.patch('/v1/billing_settings', {
          body: {
            unknown_customers: unknown_customers as Billing['unknown_customers'],
            portal: { ...portal, cancel: cancel as Billing['portal']['cancel'] },
          },
          idempotencyKey,
        }),
    ),
  },
  {
    label: 'dunning',
    facts: [],
    says: sayDunning,
    change: {
      ...changing<Billing>('billing_settings', dunningFields, (values, idempotencyKey) =>
        florin.patch('/v1/billing_settings', { body: dunningBody(values), idempotencyKey }),
      ),
      say: (_billing, values) => sayChange(values),
    },
  },
  {
    label: 'accounting',
    facts: ['accounting'],
    change: changing<Billing>(
      'billing_settings',
      [
        chartField,
        datevField('consultant_number', 'datevConsultant'),
        datevField('client_number', 'datevClient'),
        datevField('fiscal_year_start', 'fiscalYearStart'),
      ],
      (values, idempotencyKey, _session, { accounting }) =>
        florin.patch('/v1/billing_settings', {
          body: { accounting: accountingOf(values, accounting) },
          idempotencyKey,
        }),
    ),
  },
]);

const limit = (name: keyof Policy & string, label: TextName): Field<Policy> => ({
  ...{ name, label, type: 'money', isOptional: true },
  currency: (_policy, session) => currencyOf(session),
  initial: (policy, session) =>
    policy[name] === null ? '' : toDecimal(Number(policy[name]), currencyOf(session)),
});

const policy = groupOf<Policy>('account_policy', () => florin.get('/v1/account/policy'), [
  {
    label: 'policy',
    facts: ['support_refund_max', 'step_up_refund_max', 'second_factor_required'],
    change: changing(
      'account_policy',
      [
        limit('support_refund_max', 'supportRefundMax'),
        limit('step_up_refund_max', 'stepUpRefundMax'),
        check('second_factor_required', 'factorRequired'),
      ],
      (values, idempotencyKey, session) => {
        const amountOf = (typed = '') =>
          typed === '' ? null : parseMoney(typed, currencyOf(session));
        return florin.patch('/v1/account/policy', {
          body: {
            support_refund_max: amountOf(values.support_refund_max),
            step_up_refund_max: amountOf(values.step_up_refund_max),
            second_factor_required: values.second_factor_required === 'yes',
          },
          idempotencyKey,
        });
      },
    ),
  },
]);

const account = groupOf<Account>('account', () => florin.get('/v1/account'), [
  {
    label: 'account',
    facts: ['id', 'name', 'email', 'type', 'status', 'settings'],
    change: changing('account', [text('name', 'name')], ({ name = '' }, idempotencyKey) =>
      florin.patch('/v1/account', { body: { name }, idempotencyKey }),
    ),
  },
]);

export const settingsGroups: readonly SettingsGroup[] = [profile, account, billing, policy];

function nullable(values: Values) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, textOrNull(value)]),
  );
}

function booleans(values: Values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === 'yes']));
}
