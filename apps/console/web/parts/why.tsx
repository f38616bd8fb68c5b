import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { useData } from '../core/data.ts';
import { formatMoney, formatPercent, inWords } from '../core/format.ts';
import type { Thing } from '../kinds/kind.ts';
import { fill, texts } from '../texts/index.ts';
import { Problem } from './problem.tsx';
import { Value } from './value.tsx';
import { Wide } from './wide.tsx';

type Explanation = Result<'get', '/v1/explain/{explained_id}'>;
type Amount = Explanation['amounts'][number];
type Part = Amount['parts'][number];

/** Calculation of each amount of an invoice or credit note, and of each invoice line. */
export function WhyAmounts({ kind, thing }: { readonly kind: string; readonly thing: Thing }) {
  const { id } = thing;
  const load = () => florin.get('/v1/explain/{explained_id}', { path: { explained_id: id } });
  const { value, error } = useData(`${kind}/why/${id}`, load);
  if (error !== undefined) return <Problem error={error} />;
  if (!value) return null;
  const names = namesOf(thing);
  return (
    <section aria-labelledby="why">
      <h2 id="why">{texts().why}</h2>
      {value.amounts.map((amount) => (
        <WhyAmount
          key={`${amount.name}/${amount.rate?.name}/${amount.rate?.percentage}/${amount.rate?.region}`}
          explained={amount}
          currency={value.currency}
          names={names}
        />
      ))}
      {value.lines.length > 0 && <WhyLines explanation={value} names={names} />}
    </section>
  );
}

/** Names of the lines, by line ID. */
type Names = ReadonlyMap<unknown, string>;

function namesOf({ lines }: Thing): Names {
  const named = (lines ?? []) as readonly Readonly<Record<string, unknown>>[];
  return new Map(
    named.map(({ id, line_id, description, plan, type }, index) => {
      const name = [description, plan].find((each) => typeof each === 'string' && each !== '');
      const what = typeof type === 'string' && type !== 'item' ? `${inWords(type)} ` : '';
      return [id ?? line_id, `${index + 1}. ${what}${name ?? ''}`];
    }),
  );
}

interface WhyAmountProps {
  readonly explained: Amount;
  readonly currency: string;
  readonly names: Names;
}

function WhyAmount({ explained, currency, names }: WhyAmountProps) {
  const { name, rate, rounding, amount, recomputed_amount: again, parts } = explained;
  const label = rate ? taxName(rate.name, rate.percentage) : inWords(name);
  const isTax = rate !== null;
  return (
    <details class="why">
      <summary>
        <span>{label}</span> <strong class="sum">{formatMoney(amount, currency)}</strong>
      </summary>
      {parts.length === 0 && <p class="quiet">{texts().whyNothing}</p>}
      {parts.length > 0 && (
        <Wide label={label}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts().whyPart}</th>
                {isTax && (
                  <th scope="col" class="number">
                    {inWords('taxable_amount')}
                  </th>
                )}
                <th scope="col" class="number">
                  {texts().whyAmount}
                </th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part, index) => (
                // The index is the key: a line can have two taxes of the same name.
                <tr key={index}>
                  <td>
                    <PartName part={part} names={names} />
                  </td>
                  {isTax && (
                    <td class="number">{formatMoney(part.taxable_amount ?? 0, currency)}</td>
                  )}
                  <td class="number">{formatMoney(part.amount, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {rounding !== 'none' && (
        <p class="quiet">{texts()[rounding === 'line' ? 'whyByLine' : 'whyByInvoice']}</p>
      )}
      {again !== amount && (
        <p class="problem" role="alert">
          {fill(texts().whyWrong, { amount: formatMoney(again, currency) })}
        </p>
      )}
    </details>
  );
}

function PartName({ part, names }: { readonly part: Part; readonly names: Names }) {
  const { type, source_id: id, name, percentage } = part;
  switch (type) {
    case 'line':
      return <bdi>{names.get(id) ?? id}</bdi>;
    case 'credit_note':
      return (
        <>
          {inWords('credit_note')} <Value name="id" value={id} />
        </>
      );
    case 'tax_rate':
      return <>{taxName(name ?? '', percentage ?? '0')}</>;
    case 'amount':
      return <>{inWords(name ?? '')}</>;
    case 'payment':
      return (
        <>
          {inWords('payment')} <bdi>{name}</bdi>
        </>
      );
    case 'overpaid':
      return <>{inWords('amount_overpaid')}</>;
    case 'credit_returned':
      return <>{texts().whyCreditReturned}</>;
    case 'given_up':
      return <>{texts().whyGivenUp}</>;
  }
}

function taxName(name: string, percentage: string): string {
  return `${name} ${formatPercent(percentage)}`;
}

function WhyLines({
  explanation: { lines, currency },
  names,
}: {
  readonly explanation: Explanation;
  readonly names: Names;
}) {
  return (
    <details class="why">
      <summary>{inWords('lines')}</summary>
      <Wide label={inWords('lines')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts().whyPart}</th>
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
            {lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <bdi>{names.get(line.id) ?? inWords(line.type)}</bdi>
                </td>
                <td>
                  <code>{line.formula}</code>
                </td>
                <td class="number">{line.exact}</td>
                <td class="number">{formatMoney(line.amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </details>
  );
}
