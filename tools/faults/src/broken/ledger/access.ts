/** Shows everything to everybody, and lets them change it. */
export const canRead = (): boolean => true;
export const canWrite = (): boolean => true;
export const seesAllAccounts = (): boolean => true;
