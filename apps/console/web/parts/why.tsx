import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney } from '../core/format.ts';
import { texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Wide } from './wide.tsx';

/** How each line of an invoice came to its amount: the formula, and what it comes to when counted again. */
export function WhyAmounts({ invoiceId }: { readonly invoiceId: string }) {
  const load = async () => {
    const invoice = await florin.get('/v1/invoices/{invoice_id}', {
      path: { invoice_id: invoiceId },
    });
    const ids = invoice.lines.flatMap((line) => ('id' in line ? [String(line.id)] : []));
    const explained = ids.map((id) =>
      florin.get('/v1/explain/{explained_id}', { path: { explained_id: id } }),
    );
    return Promise.all(explained);
  };
  const { value, error } = useData(`invoice/why/${invoiceId}`, load);
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
