/** Checks VAT IDs with a tax office. */
export interface TaxOffice {
  readonly source: 'vies' | 'hmrc';
  /**
   * @param requester the seller's own VAT ID at this office, which makes the office store proof;
   * null for a check without proof
   * @throws Error if the office does not answer now: retry later
   */
  check(vatId: string, requester: string | null): Promise<OfficeAnswer>;
}

export interface OfficeAnswer {
  readonly isValid: boolean;
  /** Null if the check had no requester. */
  readonly consultationNumber: string | null;
}
