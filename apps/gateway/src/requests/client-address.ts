import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Tells a client's address, which may not be the one that the connection comes from. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Proxies in front of the gateway, as `10.0.0.0/8,192.0.2.1`.
 * @throws Error that names what is neither an address nor a network.
 */
export function parseProxies(text: string): BlockList {
  const proxies = new BlockList();
  for (const each of text.split(',').filter((part) => part !== '')) {
    const [address = '', bits] = each.trim().split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    try {
      if (bits === undefined) proxies.addAddress(address, family);
      else proxies.addSubnet(address, Number(bits), family);
    } catch {
      throw new Error(`${each} is neither an address nor a network such as 10.0.0.0/8`);
    }
  }
  return proxies;
}

/**
 * Believes `X-Forwarded-For` as far as proxies wrote it: from its end up to the first address that
 * is none of theirs. What stands before that, the client may have made up.
 */
export function makeClientAddress(proxies: BlockList): ClientAddress {
  return ({ socket, headersDistinct }) => {
    const claimed = (headersDistinct['x-forwarded-for'] ?? [])
      .flatMap((header) => header.split(','))
      .map((address) => address.trim());
    let address = plainAddress(socket.remoteAddress ?? '');
    while (isListed(proxies, address)) {
      const before = claimed.pop();
      if (before === undefined || isIP(before) === 0) return address;
      address = plainAddress(before);
    }
    return address;
  };
}

export function isListed(proxies: BlockList, address: string): boolean {
  return proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** An address as it is: a server that listens on IPv6 sees IPv4 clients as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
