import type { CollectionMethod } from '@florin/contracts';

/** How invoices of a customer or a subscription are collected; null inherits. */
export interface CollectionTerms {
  /** Days until a sent invoice is due. */
  readonly daysUntilDue: number | null;
  readonly collectionMethod: CollectionMethod | null;
}

/** Terms of a subscription that override those of its customer. */
export interface BillingTerms extends CollectionTerms {
  /** Number of the buyer's purchase order (BT-13). */
  readonly poNumber: string | null;
}

export const noTerms: BillingTerms = { daysUntilDue: null, collectionMethod: null, poNumber: null };

/** The given terms; undefined members stay. */
export type TermsChange = {
  readonly [Name in keyof BillingTerms]?: BillingTerms[Name] | undefined;
};

export function withChange(before: BillingTerms, change: TermsChange): BillingTerms {
  return {
    daysUntilDue: change.daysUntilDue === undefined ? before.daysUntilDue : change.daysUntilDue,
    collectionMethod:
      change.collectionMethod === undefined ? before.collectionMethod : change.collectionMethod,
    poNumber: change.poNumber === undefined ? before.poNumber : change.poNumber,
  };
}

/** Reason why terms are refused; undefined if they are allowed. */
export function refusalOfTerms(
  { daysUntilDue, collectionMethod }: TermsChange,
  { payerAccountId }: { readonly payerAccountId: string | null },
): string | undefined {
  if (payerAccountId === null || (daysUntilDue ?? collectionMethod ?? null) === null)
    return undefined;
  const name = daysUntilDue == null ? 'collection_method' : 'days_until_due';
  return `${name}: the balance of an account pays this subscription at once; omit it`;
}

/** The terms of a subscription, or else of its customer. */
export function collectionOf(
  own: Partial<CollectionTerms> | undefined,
  customer: Partial<CollectionTerms> | undefined,
): CollectionTerms {
  return {
    daysUntilDue: own?.daysUntilDue ?? customer?.daysUntilDue ?? null,
    collectionMethod: own?.collectionMethod ?? customer?.collectionMethod ?? null,
  };
}
