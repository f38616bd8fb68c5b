/** Whether an address is one of these but for its query, which tells an order from another. */
export function isListed(url: string, listed: readonly string[]): boolean {
  const { origin, pathname } = new URL(url);
  return listed.some((entry) => {
    const allowed = new URL(entry);
    return allowed.origin === origin && allowed.pathname === pathname;
  });
}
