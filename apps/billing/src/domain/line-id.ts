import { parsePublicId, toPublicId, type Uuid } from '@florin/contracts';

/** The public id of an invoice's line: its invoice's, and its place from 1. */
export function toLineId(invoiceId: Uuid, index: number): string {
  return `li_${toPublicId('invoice', invoiceId).slice('inv_'.length)}_${index + 1}`;
}

/** Which line of which invoice an id means; undefined for anything else. */
export function parseLineId(text: string): { invoiceId: Uuid; index: number } | undefined {
  const [, suffix, place] = /^li_([0-9a-z]{26})_([1-9]\d?)$/.exec(text) ?? [];
  const invoiceId = suffix && parsePublicId('invoice', `inv_${suffix}`);
  return invoiceId ? { invoiceId, index: Number(place) - 1 } : undefined;
}
