import type { Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { BillingTables } from '../../schema.ts';
import type { Logo } from './logo.ts';
import { findLogo, replaceUpload } from './queries.ts';
import type { Reencode } from './reencode.ts';

export interface LogosDeps {
  readonly db: Kysely<BillingTables>;
  readonly reencode: Reencode;
}

/**
 * A logo that is safe to draw. Logos that an earlier version stored are re-encoded on first use; if
 * the decoder refuses one, documents have none.
 * @param accountId undefined for the logo of any account
 */
export async function openLogo(
  { db, reencode }: LogosDeps,
  accountId: Uuid | undefined,
  hash: string | null,
): Promise<Logo | undefined> {
  const stored = hash === null ? undefined : await findLogo(db, accountId, hash);
  if (!stored || stored.state === 'refused') return undefined;
  if (stored.state === 'reencoded') return stored;
  const made = await reencode(stored, stored.accountId);
  if (!('refusal' in made)) {
    await replaceUpload(db, stored, { state: 'reencoded', bytes: made.bytes });
    return { ...made, hash: stored.hash };
  }
  if (made.isByDecoder) await replaceUpload(db, stored, { state: 'refused' });
  return undefined;
}
