/** Florin's own pages to which a login may return, by path. */
const OWN_PAGE = /^\/(?:console|auth|docs)(?:[/?][\w\-./?=&%~]*)?(?:#[\w\-.]*)?$/;
const LENGTH_MAX = 500;

/** The page to open after a login; undefined if it might belong to another site. */
export function ownPage(path: string | undefined): string | undefined {
  if (path === undefined || path.length > LENGTH_MAX || path.includes('//')) return undefined;
  return OWN_PAGE.test(path) ? path : undefined;
}
