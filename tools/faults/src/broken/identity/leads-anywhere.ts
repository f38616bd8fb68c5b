/** Leads wherever the address says that a login should. */
export const ownPage = (path: string | undefined): string | undefined => path || undefined;
