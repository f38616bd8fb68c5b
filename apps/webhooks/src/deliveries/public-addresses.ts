import { BlockList, isIP } from 'node:net';

/**
 * Non-public addresses: https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6
 * counterpart, where only the global unicast range is public.
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  // Protocol assignments including Teredo, documentation, 6to4: may lead to IPv4 addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address may be called; false for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  if (version !== 6) return false;
  // Addresses that embed IPv4, such as ::ffff:127.0.0.1, are outside the range too.
  return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}
