import { type BuyerDetails, noDetails } from '../parties/model.ts';

/** What stands in the column; of customers of earlier versions nothing is known. */
export function readDetails(text: string): BuyerDetails {
  return { ...noDetails, ...(JSON.parse(text) as Partial<BuyerDetails>) };
}
