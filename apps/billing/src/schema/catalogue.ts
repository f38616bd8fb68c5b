import type { Supply } from '@florin/tax';
import type { Generated } from 'kysely';
import type { Interval } from '../domain/price.ts';

export interface ProductRow {
  id: Generated<string>;
  position: Generated<bigint>;
  account_id: string;
  name: string;
  description: string | null;
  unit_label: string | null;
  tax_class: Generated<string>;
  supply: Generated<Supply>;
  /** JSON text. */
  metadata: Generated<string>;
  archived_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface PriceRow {
  id: string;
  position: Generated<bigint>;
  account_id: string;
  product_id: string;
  slug: string;
  lookup_key: string | null;
  name: string;
  /** Minor units; null if the price has a scheme. */
  amount: bigint | null;
  /** A scheme of prices as JSON text. */
  scheme: string | null;
  currency: string;
  /** Null for one-time prices. */
  interval: Interval | null;
  interval_count: number | null;
  tax_class: Generated<string>;
  supply: Generated<Supply>;
  tax_behavior: 'inclusive' | 'exclusive' | null;
  /** JSON text. */
  metadata: Generated<string>;
  archived_at: Generated<Date | null>;
  /** When it was first sold or quoted; null if never. */
  sold_at: Generated<Date | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
