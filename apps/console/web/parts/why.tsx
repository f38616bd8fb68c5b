import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney } from '../core/format.ts';
import type { Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Wide } from './wide.tsx';

/** Each is asked for by itself. */
const LINES_MAX = 25;

/** How each line of an invoice came to its amount: the formula, and what it comes to when counted again. */
export function WhyAmounts({ invoice }: { readonly invoice: Thing }) {
  const lines = (invoice.lines ?? []) as readonly Thing[];
  const load = () =>
    Promise.all(
      lines
        .slice(0, LINES_MAX)
        .map(({ id }) => florin.get('/v1/explain/{explained_id}', { path: { explained_id: id } })),
    );
  const { value, error } = useData(`invoice/why/${invoice.id}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value || value.length === 0) return null;
  return (
    <section aria-labelledby="why">
      <h2 id="why">{texts().why}</h2>
      <Wide label={texts().why}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts().whyFormula}</th>
              <th scope="col" class="number">
                {texts().whyExact}
              </th>
              <th scope="col" class="number">
                {texts().whyAmount}
              </th>
            </tr>
          </thead>
          <tbody>
            {value.flatMap(({ lines, currency }) =>
              lines.map((line) => (
                <tr key={line.id}>
                  <td>
                    <code>{line.formula}</code>
                  </td>
                  <td class="number">{line.exact}</td>
                  <td class="number">{formatMoney(line.amount, currency)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}
