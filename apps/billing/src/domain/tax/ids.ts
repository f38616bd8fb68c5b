import type { TaxIdResource, TaxIdVerificationResource } from '@florin/contracts';

/** Result of checking a VAT ID. Times are ISO 8601. */
export interface Verification {
  readonly status: TaxIdVerificationResource['status'];
  readonly source: TaxIdVerificationResource['source'];
  readonly checkedAt: string | null;
  /** Proof of the check: `requestIdentifier` of VIES, `consultationNumber` of HMRC. */
  readonly consultationNumber: string | null;
  /** Public id of the user or key that vouched for it, and the reason. */
  readonly vouchedBy: string | null;
  readonly reason: string | null;
}

/** A stored tax id. Only VAT IDs are verified; unverified ones are pending. */
export interface HeldTaxId extends TaxIdResource {
  readonly verification?: Verification;
}

const unchecked: Verification = {
  status: 'pending',
  source: null,
  checkedAt: null,
  consultationNumber: null,
  vouchedBy: null,
  reason: null,
};

/**
 * The given tax ids; ids that existed before keep their verification. In test mode no tax office is
 * called: every VAT ID is verified at once.
 */
export function holdTaxIds(
  before: readonly HeldTaxId[],
  given: readonly TaxIdResource[],
  { isLive, now }: { readonly isLive: boolean; readonly now: string },
): readonly HeldTaxId[] {
  const first: Verification = isLive ? unchecked : { ...unchecked, ...verifiedInTest(now) };
  return given.map(({ type, value }) => {
    if (type !== 'vat') return { type, value };
    const kept = before.find((id) => id.type === 'vat' && id.value === value);
    return { type, value, verification: kept?.verification ?? first };
  });
}

/** Every VAT ID of a test account is valid. */
export function verifiedInTest(now: string) {
  return { status: 'verified', source: 'test', checkedAt: now } as const;
}

/** The tax ids with a new verification of one of them. */
export function verifyTaxId(
  taxIds: readonly HeldTaxId[],
  value: string,
  verification: Partial<Verification>,
): readonly HeldTaxId[] {
  return taxIds.map((id) =>
    isVatId(id, value) ? { ...id, verification: { ...unchecked, ...verification } } : id,
  );
}

/**
 * The tax ids after a check of one of them; undefined if nothing changes. A check without an answer
 * does not remove a verification.
 */
export function answerCheck(
  taxIds: readonly HeldTaxId[],
  value: string,
  verification: Partial<Verification>,
): readonly HeldTaxId[] | undefined {
  const before = taxIds.find((id) => isVatId(id, value));
  if (!before) return undefined;
  const isKept =
    verification.status === 'unavailable' && before.verification?.status === 'verified';
  return isKept ? undefined : verifyTaxId(taxIds, value, verification);
}

/**
 * The tax ids during a new check of one of them: a verified one keeps its verification until the
 * answer, any other is pending.
 */
export function checkAgain(taxIds: readonly HeldTaxId[], value: string): readonly HeldTaxId[] {
  const before = taxIds.find((id) => isVatId(id, value));
  return before?.verification?.status === 'verified' ? taxIds : verifyTaxId(taxIds, value, {});
}

/** VAT IDs that wait for a tax office's answer. */
export function pendingIds(taxIds: readonly HeldTaxId[]): readonly string[] {
  return taxIds
    .filter(
      ({ type, verification }) =>
        type === 'vat' && (verification ?? unchecked).status === 'pending',
    )
    .map(({ value }) => value);
}

export function isVatId({ type, value }: TaxIdResource, wanted: string): boolean {
  return type === 'vat' && value === wanted;
}

/** VAT IDs that affect the tax: verified by a tax office, or vouched for by a user. */
export function verifiedIds(taxIds: readonly HeldTaxId[]): readonly string[] {
  return taxIds
    .filter(({ verification }) => verification?.status === 'verified')
    .map(({ value }) => value);
}

/** Tax ids as documents show them. */
export function toTaxIds(taxIds: readonly HeldTaxId[]): TaxIdResource[] {
  return taxIds.map(({ type, value }) => ({ type, value }));
}

/** Tax ids with their verification, as clients see them. */
export function toVerifiedTaxIds(taxIds: readonly HeldTaxId[]) {
  return taxIds.map(({ type, value, verification }) => ({
    type,
    value,
    verification: type === 'vat' ? toResource(verification ?? unchecked) : null,
  }));
}

function toResource(verification: Verification): TaxIdVerificationResource {
  const { status, source, checkedAt, consultationNumber, vouchedBy, reason } = verification;
  return {
    ...{ status, source, checked_at: checkedAt },
    ...{ consultation_number: consultationNumber, vouched_by_id: vouchedBy, reason },
  };
}
