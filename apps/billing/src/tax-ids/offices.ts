import { parseVatId } from '@florin/tax';
import { type HmrcSettings, makeHmrc } from './hmrc.ts';
import { makeVies } from './vies.ts';

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

export interface OfficeSettings {
  /** Base address of the REST API of VIES, without a slash at the end. */
  readonly viesUrl: string;
  /** Undefined where no credentials of HMRC are set. */
  readonly hmrc: HmrcSettings | undefined;
}

/** The office that knows a VAT id; undefined for countries without one. */
export type FindOffice = (vatId: string) => TaxOffice | undefined;

/** VIES for member states and Northern Ireland, HMRC for the rest of the United Kingdom. */
export function makeOffices({ viesUrl, hmrc }: OfficeSettings): FindOffice {
  const vies = makeVies(viesUrl);
  const britain = hmrc && makeHmrc(hmrc);
  return (vatId) => {
    if (parseVatId(vatId)?.isEu) return vies;
    return vatId.startsWith('GB') ? britain : undefined;
  };
}
