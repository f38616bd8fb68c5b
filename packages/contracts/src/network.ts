/**
 * The network of an address, which is likely one owner: the /64 of an IPv6 address (RFC 6177), or
 * the IPv4 address itself in any notation.
 */
export function networkOf(address: string): string {
  const isIpv6 = address.includes(':') && !address.includes('.');
  if (!isIpv6) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const zeros =
    tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array(Math.max(0, zeros)).fill('0')].slice(0, 4).join(':');
}
