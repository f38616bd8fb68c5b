import type { Generated } from 'kysely';

export interface TaxRateRow {
  id: string;
  account_id: string;
  name: string;
  percentage: string;
  country: string;
  region: string | null;
  tax_class: string;
  /** Days (ISO 8601), both inclusive. */
  valid_from: string | null;
  valid_until: string | null;
  created_at: Generated<Date>;
}
