import { parseVatId } from '@florin/tax';
import type { OfficeSettings } from '../../config.ts';
import { makeHmrc } from './hmrc.ts';
import type { TaxOffice } from './office.ts';
import { makeVies } from './vies.ts';

/** The office responsible for a VAT ID; undefined for countries without one. */
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
