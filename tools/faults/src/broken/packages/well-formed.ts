/** Accepts every text as storable. */
export const isWellFormed = (): boolean => true;
export const isStorable = (): boolean => true;
