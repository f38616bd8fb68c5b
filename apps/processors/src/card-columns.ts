/** Stored columns of a card. */
export interface CardColumns {
  card_brand: string | null;
  card_last4: string | null;
  card_exp_month: number | null;
  card_exp_year: number | null;
}
