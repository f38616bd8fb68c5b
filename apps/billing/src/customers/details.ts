import { type BuyerDetails, noDetails } from '../parties/model.ts';

/** Parses the column; customers of earlier versions have no details. */
export function readDetails(text: string): BuyerDetails {
  return { ...noDetails, ...(JSON.parse(text) as Partial<BuyerDetails>) };
}
