import type { Result } from '@florin/client';
import { allRefundsOf } from '../core/all-refunds.ts';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney, inWords } from '../core/format.ts';
import { partsOfRefund } from '../core/refund-parts.ts';
import type { Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Value } from './value.tsx';

type Refund = Result<'get', '/v1/refunds/{refund_id}'>;

/** Breakdown of a payment around one refund: paid, other refunds, and remaining. */
export function WhyRefund({ refund }: { readonly refund: Thing }) {
  const one = refund as unknown as Refund;
  const { payment_id, currency } = one;
  const load = async () => {
    const path = { payment_id };
    const [{ amount }, refunds] = await Promise.all([
      florin.get('/v1/payments/{payment_id}', { path }),
      allRefundsOf(payment_id),
    ]);
    return { paid: amount, ...partsOfRefund(amount, one, refunds) };
  };
  const { value, error } = useData(`refund/why/${one.id}/${one.status}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value) return null;
  const { paid, before, own, after, left } = value;
  const rows = [
    [inWords('amount_paid'), paid],
    [texts().refundedBefore, -before],
    [inWords('refund'), -own],
    [texts().refundedAfter, -after],
  ] as const;
  return (
    <section aria-labelledby="why">
      <h2 id="why">{texts().why}</h2>
      <p>
        {inWords('payment')} <Value name="payment_id" value={payment_id} />
      </p>
      <table>
        <tbody>
          {rows.map(
            ([label, amount]) =>
              amount !== 0 && (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td class="number">{formatMoney(amount, currency)}</td>
                </tr>
              ),
          )}
          <tr>
            <th scope="row">{texts().refundLeft}</th>
            <td class="number">
              <strong>{formatMoney(left, currency)}</strong>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
