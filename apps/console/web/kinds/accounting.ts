import type { Result } from '@florin/client';
import type { Field, TextName, Values } from './kind.ts';

type Billing = Result<'get', '/v1/billing_settings'>;
type Accounting = Billing['accounting'];
type LedgerAccount = Accounting['ledger_accounts'][number];
type Datev = NonNullable<Accounting['datev']>;

/**
 * One account a line, `revenue 8400` or with conditions `revenue DE 19 S 8400 40`: `*` is any, a
 * posting key comes last.
 */
export const chartField: Field<Billing> = {
  ...{ name: 'chart', label: 'accountNumbers', type: 'long', isOptional: true },
  initial: ({ accounting }) => accounting.ledger_accounts.map(toLine).join('\n'),
};

export const datevField = (name: keyof Datev & string, label: TextName): Field<Billing> => ({
  ...{ name, label, type: 'text', isOptional: true },
  initial: ({ accounting }) => String(accounting.datev?.[name] ?? ''),
});

function toLine(one: LedgerAccount): string {
  const { account_name: account, country, tax_rate, tax_category, number, posting_key } = one;
  const conditions = [country ?? '*', tax_rate ?? '*', tax_category ?? '*'];
  const isPlain = conditions.every((condition) => condition === '*');
  return [account, ...(isPlain ? [] : conditions), number, posting_key]
    .filter((part) => part !== null)
    .join(' ');
}

/** Settings as typed; the API reports invalid ones. */
export function accountingOf({ chart = '', ...values }: Values, before: Accounting) {
  const { consultant_number: consultant = '', client_number: client = '' } = values;
  const lines = chart.split('\n').map((line) => line.trim().split(/\s+/));
  const isUnset = consultant === '' && client === '';
  return {
    ledger_accounts: lines.filter(([account]) => account !== '').map(toAccount),
    datev: isUnset
      ? null
      : {
          ...before.datev,
          ...{ consultant_number: Number(consultant), client_number: Number(client) },
          fiscal_year_start: values.fiscal_year_start || '01-01',
        },
  };
}

function toAccount([account = '', ...rest]: readonly string[]) {
  const conditions = rest.length > 2 ? rest.slice(0, 3) : [];
  const [country = null, tax_rate = null, tax_category = null] = conditions.map((each) =>
    each === '*' ? null : each,
  );
  const [number = '', posting_key = null] = rest.slice(conditions.length);
  return {
    ...{ account_name: account as LedgerAccount['account_name'], number, posting_key },
    ...{ country, tax_rate, tax_category: tax_category as 'S' | null },
  };
}
