/** What of Florin itself a login may lead to: its own pages, by their path. */
const OWN_PAGE = /^\/(?:console|auth|docs)(?:[/?][\w\-./?=&%~]*)?(?:#[\w\-.]*)?$/;
const LENGTH_MAX = 500;

/** Where a login leads; undefined for whatever might be somebody else's page. */
export function ownPage(path: string | undefined): string | undefined {
  if (path === undefined || path.length > LENGTH_MAX || path.includes('//')) return undefined;
  return OWN_PAGE.test(path) ? path : undefined;
}
