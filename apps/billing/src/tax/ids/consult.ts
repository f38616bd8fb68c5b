import { isLive } from '@florin/contracts';
import { parseVatId } from '@florin/tax';
import type { Kysely, Transaction } from 'kysely';
import { bySystem } from '../../domain/cause.ts';
import {
  answerCheck,
  type HeldTaxId,
  type Verification,
  verifiedInTest,
} from '../../domain/tax/ids.ts';
import { lockCustomer } from '../../records/customers-queries.ts';
import { findProfile, lockStoredProfile, saveProfile } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import type { TaxOffice } from './office.ts';
import type { FindOffice } from './offices.ts';
import { type Check, deleteCheck, takeCheck } from './queries.ts';
import { saveTaxIds } from './save.ts';

export interface ConsultDeps {
  readonly db: Kysely<BillingTables>;
  readonly findOffice: FindOffice;
}

/** About five days, with pauses of up to six hours. */
const TRIES_MAX = 28;

/**
 * Checks one waiting VAT ID with its tax office. Without an answer it is retried later; after five
 * days the id is `unavailable`.
 * @returns whether one was waiting
 */
export async function consultNext(
  { db, findOffice }: ConsultDeps,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const check = await takeCheck(db);
  if (!check) return false;
  const office = isLive(check.accountId) ? findOffice(check.value) : undefined;
  try {
    await saveVerification(db, check, await verificationOf(db, office, check));
  } catch (error) {
    onError(error);
    if (check.tries >= TRIES_MAX)
      await saveVerification(db, check, { status: 'unavailable', ...sourceAndTime(office) });
  }
  return true;
}

async function verificationOf(
  db: Kysely<BillingTables>,
  office: TaxOffice | undefined,
  check: Check,
): Promise<Partial<Verification>> {
  if (!isLive(check.accountId)) return verifiedInTest(new Date().toISOString());
  if (!office) return { status: 'unavailable' };
  const requester = await findRequester(db, office, check);
  const { isValid, consultationNumber } = await office.check(check.value, requester);
  const status = isValid ? 'verified' : 'unverified';
  return { status, consultationNumber, ...sourceAndTime(office) };
}

function sourceAndTime(office: TaxOffice | undefined) {
  return { source: office?.source ?? null, checkedAt: new Date().toISOString() };
}

/** The seller's own VAT ID at this tax office. */
async function findRequester(
  db: Kysely<BillingTables>,
  { source }: TaxOffice,
  { accountId, value }: Check,
): Promise<string | null> {
  const stored = await findProfile(db, accountId);
  const own = stored?.profile.taxIds.find((id) => {
    if (id.type !== 'vat' || id.value === value) return false;
    return source === 'vies' ? parseVatId(id.value)?.isEu : id.value.startsWith('GB');
  });
  return own?.value ?? null;
}

/** Saves an answer for an id that still waits for one; a user may have vouched for it meanwhile. */
function saveVerification(
  db: Kysely<BillingTables>,
  check: Check,
  verification: Partial<Verification>,
): Promise<void> {
  const verify = (taxIds: readonly HeldTaxId[]) => answerCheck(taxIds, check.value, verification);
  return db
    .transaction()
    .execute((tx) =>
      check.holderId === check.accountId
        ? verifyProfile(tx, check, verify)
        : verifyCustomer(tx, check, verify),
    );
}

type Verify = (taxIds: readonly HeldTaxId[]) => readonly HeldTaxId[] | undefined;

async function verifyCustomer(
  tx: Transaction<BillingTables>,
  check: Check,
  verify: Verify,
): Promise<void> {
  const customer = await lockCustomer(tx, check.holderId);
  const isWanted = await deleteCheck(tx, check);
  const taxIds = isWanted && customer ? verify(customer.details.taxIds) : undefined;
  if (customer && taxIds) await saveTaxIds(tx, customer, taxIds, bySystem);
}

async function verifyProfile(
  tx: Transaction<BillingTables>,
  check: Check,
  verify: Verify,
): Promise<void> {
  const stored = await lockStoredProfile(tx, check.accountId);
  const isWanted = await deleteCheck(tx, check);
  const taxIds = isWanted && stored ? verify(stored.profile.taxIds) : undefined;
  if (stored && taxIds)
    await saveProfile(tx, { ...stored, profile: { ...stored.profile, taxIds } });
}
