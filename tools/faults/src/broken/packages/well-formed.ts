/** Takes every text for one that can be stored. */
export const isWellFormed = (): boolean => true;
export const isStorable = (): boolean => true;
