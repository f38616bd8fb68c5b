import type { CardSummary } from './contract/model.ts';

/** Stored columns of a card. */
export interface CardColumns {
  card_brand: string | null;
  card_last4: string | null;
  card_exp_month: number | null;
  card_exp_year: number | null;
}

export function toCardSummary(row: Readonly<CardColumns>): CardSummary | null {
  const { card_brand: brand, card_last4: last4 } = row;
  if (brand === null || last4 === null) return null;
  return { brand, last4, expMonth: row.card_exp_month, expYear: row.card_exp_year };
}
