import { formatMoney } from '../core/format.ts';
import { costIn, readPricing, type TypedTier, tiersOf } from '../core/pricing.ts';
import { texts } from '../texts/index.ts';

const QUANTITIES = [1, 10, 1_000, 100_000];

interface PreviewProps {
  readonly values: Readonly<Record<string, string>>;
  readonly currency: string;
}

/** Costs of some quantities at the typed price. */
export function PricePreview({ values, currency }: PreviewProps) {
  const price = readPricing(values, currency);
  return (
    <table class="costs">
      <thead>
        <tr>
          <th scope="col">{texts().units}</th>
          <th scope="col">{texts().cost}</th>
        </tr>
      </thead>
      <tbody>
        {QUANTITIES.map((quantity) => (
          <tr key={quantity}>
            <td>{quantity.toLocaleString(document.documentElement.lang)}</td>
            <td>{price === undefined ? '–' : formatMoney(costIn(price, quantity), currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TiersProps {
  readonly label: string;
  readonly value: string;
  readonly set: (value: string) => void;
}

/** Editor of tiers: one row each, with the last one open. */
export function TiersInput({ label, value, set }: TiersProps) {
  const tiers = tiersOf(value);
  const save = (next: readonly TypedTier[]) => set(JSON.stringify(next));
  const change = (index: number, part: Partial<TypedTier>) =>
    save(tiers.map((tier, place) => (place === index ? { ...tier, ...part } : tier)));
  const input = (index: number, member: keyof TypedTier, name: string) => (
    <input
      type="text"
      inputMode="decimal"
      autocomplete="off"
      aria-label={`${name} ${index + 1}`}
      value={tiers[index]?.[member] ?? ''}
      onInput={(event) => change(index, { [member]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset class="tiers">
      <legend>{label}</legend>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts().tierUpTo}</th>
            <th scope="col">{texts().tierUnit}</th>
            <th scope="col">{texts().tierFlat}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {tiers.map((_, index) => (
            // Only their order distinguishes them.
            <tr key={index}>
              <td>{index === tiers.length - 1 ? '∞' : input(index, 'upTo', texts().tierUpTo)}</td>
              <td>{input(index, 'unit', texts().tierUnit)}</td>
              <td>{input(index, 'flat', texts().tierFlat)}</td>
              <td>
                {tiers.length > 1 && (
                  <button
                    type="button"
                    aria-label={`${texts().removeTier} ${index + 1}`}
                    onClick={() => save(tiers.filter((_tier, place) => place !== index))}
                  >
                    ×
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => save([...tiers, { upTo: '', unit: '', flat: '' }])}>
        {texts().addTier}
      </button>
    </fieldset>
  );
}
