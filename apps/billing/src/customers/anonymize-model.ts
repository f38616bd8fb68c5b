import { type BuyerDetails, noDetails } from '../parties/model.ts';

/** A customer without personal data; the currency stays, because its credit is kept in it. */
export function anonymized({ details }: { readonly details: BuyerDetails }) {
  return {
    ...{ externalId: null, email: null, name: null, metadata: {} },
    details: { ...noDetails, currency: details.currency },
  };
}

/**
 * The state or history of a subscription without texts of its seller: metadata is emptied, and its
 * customer is called by `reference`. Amounts, dates and ids stay.
 */
export function redactState(value: unknown, reference: string): unknown {
  if (Array.isArray(value)) return value.map((item) => redactState(item, reference));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, member]) => {
    if (name === 'metadata') return [name, {}];
    if (name === 'customerReference') return [name, reference];
    return [name, redactState(member, reference)];
  });
  return Object.fromEntries(entries);
}
