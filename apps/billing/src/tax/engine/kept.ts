import type { Currency } from '@florin/money';
import type { CalculateTaxes } from '../../domain/tax/charges.ts';
import {
  type EngineSale,
  type KeptCalculation,
  TaxesNeeded,
  toEngineRequest,
  toLineTaxes,
} from '../../domain/tax/engine.ts';
import { hashOf } from './queries.ts';

/** Calculations of a batch by their inputs. Each is used by one sale only. */
export type Kept = Map<string, KeptCalculation[]>;

export function toKept(calculations: readonly KeptCalculation[]): Kept {
  return Map.groupBy(calculations, ({ inputsHash }) => inputsHash);
}

/**
 * Answers one sale from stored calculations. @throws TaxesNeeded, and AppError for a missing
 * address
 */
export function calculateFrom(
  kept: Kept,
  findSale: () => EngineSale,
  pricesIncludeTax: boolean,
): CalculateTaxes {
  const own = new Map<string, KeptCalculation>();
  return (lines, currency: Currency) => {
    const request = toEngineRequest(findSale(), lines, { currency, pricesIncludeTax });
    if (!request) return toLineTaxes(lines, undefined, undefined);
    const hash = hashOf(request);
    const found = own.get(hash) ?? kept.get(hash)?.shift();
    if (!found) throw new TaxesNeeded([{ subscriptionId: null, request }]);
    own.set(hash, found);
    return toLineTaxes(lines, request, found);
  };
}
