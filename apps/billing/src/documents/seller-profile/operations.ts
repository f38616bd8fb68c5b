import {
  AppError,
  isLive,
  type Reply,
  type SellerProfileResource,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { dayOf } from '@florin/money';
import { STANDARD } from '@florin/tax';
import type { Transaction } from 'kysely';
import { readTimes } from '../../clock.ts';
import {
  CREDIT_NOTE_FORMAT,
  PAYMENT_TERMS_DAYS,
  type SellerProfile,
  toTaxedBuyer,
  toTaxedSeller,
} from '../../domain/parties.ts';
import { missingRate } from '../../domain/tax/charges.ts';
import { holdTaxIds, pendingIds, toTaxIds } from '../../domain/tax/ids.ts';
import { findProfile, lockProfile, saveProfile } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import type { FindEngine } from '../../tax/engine/engine.ts';
import { addChecks } from '../../tax/ids/queries.ts';
import { taxProvider } from '../../tax/rates/provider.ts';
import { type Logo, toDataUrl } from '../logos/logo.ts';
import { type LogosDeps, openLogo } from '../logos/operations.ts';
import { findLogo, insertLogo } from '../logos/queries.ts';
import { reencodeUpload } from '../logos/reencode.ts';

export interface PartiesDeps extends LogosDeps {
  readonly findEngine: FindEngine;
}

/** Fields to change; undefined ones stay. A null logo is removed. */
export interface ProfileChange extends Partial<SellerProfile> {
  /** The original upload. */
  readonly logo?: Logo | null;
}

/** The profile, with the account's time zone unless the profile has its own. */
export async function readProfile(
  deps: PartiesDeps,
  account: { readonly id: Uuid; readonly timezone: string },
): Promise<SellerProfileResource> {
  const stored = await findProfile(deps.db, account.id);
  const logo = stored && (await openLogo(deps, account.id, stored.logoHash));
  return toProfileResource(account.id, stored?.profile ?? firstProfile(account.timezone), logo);
}

/** Changes a profile. It applies to later drafts; issued documents stay unchanged. */
export async function changeProfile(
  deps: PartiesDeps,
  account: { readonly id: Uuid; readonly timezone: string },
  { logo: upload, ...change }: ProfileChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  const { id: accountId } = account;
  const logo = upload && (await reencodeUpload(deps.reencode, upload, accountId));
  // Re-encodes a logo of an earlier version first, because the transaction must not wait for a
  // decoder.
  if (logo === undefined) await readProfile(deps, account);
  return runOnce(deps.db, key, async (tx) => {
    const stored = await lockProfile(tx, accountId, firstProfile(account.timezone));
    const taxIds =
      change.taxIds &&
      holdTaxIds(stored.profile.taxIds, change.taxIds, {
        ...{ isLive: isLive(accountId), now: new Date().toISOString() },
      });
    const profile = { ...stored.profile, ...change, ...(taxIds && { taxIds }) };
    if (profile.chargesTax && !profile.address)
      throw new AppError(
        'invalid_request',
        'address: is required to charge tax, because its country decides which tax applies',
      );
    if (profile.taxProvider === 'stripe_tax') assertEngine(deps, accountId, profile);
    else if (profile.chargesTax && (change.chargesTax || change.address || change.taxProvider))
      await assertRateKnown(tx, accountId, profile);
    if (logo) await insertLogo(tx, accountId, logo);
    const kept = logo === undefined ? stored.logoHash : (logo?.hash ?? null);
    await saveProfile(tx, { accountId, profile, logoHash: kept });
    if (taxIds) await addChecks(tx, accountId, accountId, pendingIds(taxIds));
    const shown = kept === null ? undefined : await findLogo(tx, accountId, kept);
    const safe = shown?.state === 'reencoded' ? shown : undefined;
    return { status: 200, body: toProfileResource(accountId, profile, safe) };
  });
}

/** @throws AppError invalid_request if Stripe Tax is not available for this account */
function assertEngine(
  { findEngine }: PartiesDeps,
  accountId: Uuid,
  { address }: SellerProfile,
): void {
  if (!address)
    throw new AppError(
      'invalid_request',
      'tax_provider: stripe_tax needs the address that the account sells from; set address',
    );
  if (findEngine(accountId)) return;
  const mode = isLive(accountId) ? 'live' : 'test';
  throw new AppError(
    'invalid_request',
    `tax_provider: stripe_tax needs a Stripe key for ${mode} mode in the operator's setting BILLING_STRIPE_TAX_KEY`,
  );
}

/** @throws AppError invalid_request if there is no tax rate for the seller's country */
async function assertRateKnown(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  profile: SellerProfile,
): Promise<void> {
  const seller = toTaxedSeller(profile);
  if (!seller) return;
  const decide = await taxProvider.prepare(tx, [accountId]);
  const sale = {
    seller,
    buyer: toTaxedBuyer(undefined, seller),
    day: dayOf((await readTimes(tx, null)).realMs, profile.timezone),
  };
  const decision = decide(accountId, sale, { taxClass: STANDARD, supply: 'services' });
  if (decision.isMissing)
    throw new AppError('invalid_request', `charges_tax: ${missingRate(seller.country)}`);
}

function firstProfile(timezone: string): SellerProfile {
  return {
    legalName: null,
    address: null,
    taxIds: [],
    email: null,
    phone: null,
    color: null,
    footer: null,
    invoiceNumberFormat: null,
    creditNoteNumberFormat: CREDIT_NOTE_FORMAT,
    paymentTermsDays: PAYMENT_TERMS_DAYS,
    timezone,
    chargesTax: false,
    usesOss: false,
    pricesIncludeTax: false,
    taxRounding: 'invoice',
    taxProvider: 'florin',
  };
}

function toProfileResource(
  accountId: Uuid,
  profile: SellerProfile,
  logo: Logo | undefined,
): SellerProfileResource {
  return {
    object: 'seller_profile',
    livemode: isLive(accountId),
    account_id: toPublicId('account', accountId),
    legal_name: profile.legalName,
    address: profile.address,
    tax_ids: toTaxIds(profile.taxIds),
    email: profile.email,
    phone: profile.phone,
    logo: logo ? toDataUrl(logo) : null,
    color: profile.color,
    footer: profile.footer,
    invoice_number_format: profile.invoiceNumberFormat,
    credit_note_number_format: profile.creditNoteNumberFormat,
    payment_terms_days: profile.paymentTermsDays,
    timezone: profile.timezone,
    charges_tax: profile.chargesTax,
    uses_oss: profile.usesOss,
    prices_include_tax: profile.pricesIncludeTax,
    tax_rounding: profile.taxRounding,
    tax_provider: profile.taxProvider ?? 'florin',
    mail_invoices: profile.mailsInvoices ?? false,
  };
}
