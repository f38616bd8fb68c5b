import type { Generated } from 'kysely';

export interface PublicLinkRow {
  invoice_id: string;
  seller_id: string;
  token: string;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

export interface PortalSessionRow {
  id: string;
  seller_id: string;
  customer_id: string;
  token: string;
  return_url: string | null;
  expires_at: Date;
  created_at: Generated<Date>;
}
