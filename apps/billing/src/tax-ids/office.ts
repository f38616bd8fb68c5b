/** Asks a tax office about a VAT id. */
export interface TaxOffice {
  readonly source: 'vies' | 'hmrc';
  /**
   * @param requester the seller's own VAT id at this office, for which the office keeps proof; null
   *   for a check without proof
   * @throws Error where the office gives no answer now: ask again later
   */
  check(vatId: string, requester: string | null): Promise<OfficeAnswer>;
}

export interface OfficeAnswer {
  readonly isValid: boolean;
  /** Null where the check was made without a requester. */
  readonly consultationNumber: string | null;
}
