import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney, inWords } from '../core/format.ts';
import type { Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Instant } from './value.tsx';
import { Wide } from './wide.tsx';

const parts = ['available', 'held', 'settled', 'fees', 'external'] as const;

/**
 * Journal entries of a transaction: their postings on each part of the balance, which sum to zero,
 * and the balance after each.
 */
export function Entries({ transaction }: { readonly transaction: Thing }) {
  const { id } = transaction;
  const currency = String(transaction.currency);
  const load = () =>
    florin.get('/v1/transactions/{transaction_id}/entries', {
      path: { transaction_id: id },
      query: { limit: 100 },
    });
  const { value, error } = useData(`transaction/entries/${id}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value || value.data.length === 0) return null;
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">{texts().entries}</h2>
      <Wide label={texts().entries}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts().step}</th>
              {parts.map((part) => (
                <th key={part} scope="col" class="number">
                  {inWords(part)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value.data.toReversed().map((entry) => (
              <tr key={entry.id}>
                <td>
                  {inWords(entry.kind)} <span class="quiet">#{entry.sequence}</span>
                  <br />
                  <Instant value={entry.created_at} />
                </td>
                {parts.map((part) => (
                  <td key={part} class="number">
                    {entry.postings[part] === 0 ? (
                      <span class="quiet">–</span>
                    ) : (
                      <strong>{signed(entry.postings[part], currency)}</strong>
                    )}
                    <br />
                    <span class="quiet">= {formatMoney(entry.balance_after[part], currency)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

function signed(amount: number, currency: string): string {
  return `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`;
}
