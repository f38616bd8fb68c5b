import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney } from '../core/format.ts';
import { currencyOf, type Session } from '../core/session.ts';
import { fill, texts } from '../texts/index.ts';
import { type Bar, Chart } from './chart.tsx';
import { Problem } from './problem.tsx';
import { RecurringParts } from './recurring-parts.tsx';

type MoneyDay = Result<'get', '/v1/reports/money'>['data'][number];
type RecurringDay = Result<'get', '/v1/reports/recurring_revenue'>['data'][number];

const DAYS = 30;
const DAY_MS = 86_400_000;

/** Money in and out, and monthly recurring revenue. */
export function Business({ session }: { readonly session: Session }) {
  const load = async () => {
    const query = { days: DAYS };
    const [money, recurring] = await Promise.all([
      florin.get('/v1/reports/money', { query }),
      florin.get('/v1/reports/recurring_revenue', { query }),
    ]);
    return { money: money.data, recurring: recurring.data, days: daysOf(money) };
  };
  const { value, error } = useData('transaction?report', load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value) return null;
  const used = [...value.money, ...value.recurring].map(({ currency }) => currency);
  // The account's own currency first, other used ones below.
  const currencies = new Set([currencyOf(session), ...used.toSorted()]);
  return (
    <section aria-labelledby="business">
      <h2 id="business">{texts().lastDays}</h2>
      {[...currencies].map((currency) => (
        <InCurrency
          key={currency}
          currency={currency}
          days={value.days}
          money={value.money.filter((day) => day.currency === currency)}
          recurring={value.recurring.filter((day) => day.currency === currency)}
        />
      ))}
    </section>
  );
}

interface Props {
  readonly currency: string;
  readonly days: readonly string[];
  readonly money: readonly MoneyDay[];
  readonly recurring: readonly RecurringDay[];
}

function InCurrency({ currency, days, money, recurring }: Props) {
  const sum = (name: 'money_in' | 'money_out') =>
    money.reduce((total, day) => total + day[name], 0);
  const barsOf = (amountOn: (date: string) => number): readonly Bar[] =>
    days.map((date) => {
      const value = amountOn(date);
      return { date, value, said: formatMoney(value, currency) };
    });
  const dayOf = new Map(money.map((day) => [day.date, day]));
  const last = recurring.at(-1);
  return (
    <>
      <ul class="figures charts">
        {(['money_in', 'money_out'] as const).map((name) => {
          const label = texts()[name === 'money_in' ? 'moneyIn' : 'moneyOut'];
          return (
            <li key={name}>
              <span class="quiet">{label}</span>
              <strong>{formatMoney(sum(name), currency)}</strong>
              <Chart label={label} bars={barsOf((date) => dayOf.get(date)?.[name] ?? 0)} />
            </li>
          );
        })}
        <li>
          <span class="quiet">{texts().recurring}</span>
          <strong>{formatMoney(last?.amount ?? 0, currency)}</strong>
          <Chart label={texts().recurring} bars={barsOf((date) => amountAt(recurring, date))} />
          <span class="quiet">
            {fill(texts().subscribed, { count: String(last?.subscriptions ?? 0) })}
          </span>
        </li>
      </ul>
      {last && last.subscriptions > 0 && (
        <RecurringParts total={last.amount} count={last.subscriptions} currency={currency} />
      )}
    </>
  );
}

/** Recurring revenue at the end of a day: that of the last change up to it. */
function amountAt(recurring: readonly RecurringDay[], date: string): number {
  return recurring.findLast((day) => day.date <= date)?.amount ?? 0;
}

function daysOf({ from }: { readonly from: string }): readonly string[] {
  const first = Date.parse(from);
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}
