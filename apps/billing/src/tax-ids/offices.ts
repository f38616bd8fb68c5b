import { parseVatId } from '@florin/tax';
import { type HmrcSettings, makeHmrc } from './hmrc.ts';
import type { TaxOffice } from './office.ts';
import { makeVies } from './vies.ts';

export interface OfficeSettings {
  /** Base URL of the VIES REST API, without a trailing slash. */
  readonly viesUrl: string;
  /** Undefined if no HMRC credentials are set. */
  readonly hmrc: HmrcSettings | undefined;
}

/** The office responsible for a VAT id; undefined for countries without one. */
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
