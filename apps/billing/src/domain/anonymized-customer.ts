import { type BuyerDetails, noDetails } from './parties.ts';

/** A customer without personal data. The currency stays, because the credit is in that currency. */
export function anonymized({ details }: { readonly details: BuyerDetails }) {
  return {
    ...{ externalId: null, email: null, name: null, metadata: {} },
    details: { ...noDetails, currency: details.currency },
  };
}

/**
 * State or history of a subscription without the seller's texts: metadata is emptied and the
 * customer name replaced by `reference`. Amounts, dates and ids stay.
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
