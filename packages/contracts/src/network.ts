/**
 * Whom an address belongs to, as far as that can be told: whoever has one IPv6 address has its /64
 * (RFC 6177). An IPv4 address is its own network, however it is written.
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
