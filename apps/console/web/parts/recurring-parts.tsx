import { useState } from 'preact/hooks';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney } from '../core/format.ts';
import { fill, texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Value } from './value.tsx';
import { Wide } from './wide.tsx';

interface Props {
  /** Recurring revenue in minor units, and its number of subscriptions. */
  readonly total: number;
  readonly count: number;
  readonly currency: string;
}

/** Subscriptions that make up recurring revenue; loaded when opened. */
export function RecurringParts(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="why" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {texts().recurring}: {texts().why}
      </summary>
      {isOpen && <Parts {...props} />}
    </details>
  );
}

const SHOWN = 20;

function Parts({ total, count, currency }: Props) {
  const load = () =>
    florin.get('/v1/reports/recurring_revenue/subscriptions', {
      query: { currency, limit: SHOWN },
    });
  const { value, error } = useData(`subscription?recurring=${currency}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value) return <p aria-busy="true">{texts().loading}</p>;
  const shown = value.data.reduce((sum, { amount }) => sum + amount, 0);
  const others = count - value.data.length;
  return (
    <Wide label={texts().recurring}>
      <table>
        <tbody>
          {value.data.map(({ id, amount }) => (
            <tr key={id}>
              <th scope="row">
                <Value name="id" value={id} />
              </th>
              <td class="number">{formatMoney(amount, currency)}</td>
            </tr>
          ))}
          {value.has_more && (
            <tr>
              <th scope="row">{fill(texts().whyOthers, { count: String(others) })}</th>
              <td class="number">{formatMoney(total - shown, currency)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{texts().recurring}</th>
            <td class="number">
              <strong>{formatMoney(value.has_more ? total : shown, currency)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </Wide>
  );
}
