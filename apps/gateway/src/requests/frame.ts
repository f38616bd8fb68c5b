import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { toPath } from '@florin/http-api';

export type Frame = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>;

/** Methods whose requests need no body of unknown length. */
const BODYLESS = new Set(['GET', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Describes the fault in a request's frame; undefined if valid. Anything another server could parse
 * differently is refused, which prevents request smuggling.
 */
export function findFrameFault({
  method,
  url,
  httpVersion,
  rawHeaders,
}: Frame): string | undefined {
  return (
    findVersionFault(httpVersion) ??
    findTargetFault(url ?? '') ??
    findHeaderFault(toHeaderLists(rawHeaders), method ?? '', httpVersion)
  );
}

/** Node also parses 0.9 and 2.0, whose rules this connection does not follow. */
function findVersionFault(httpVersion: string): string | undefined {
  const isSpoken = httpVersion === '1.1' || httpVersion === '1.0';
  return isSpoken ? undefined : 'the HTTP version must be HTTP/1.1 or HTTP/1.0';
}

function findTargetFault(target: string): string | undefined {
  if (!target.startsWith('/')) return 'the request target must be a path that starts with /';
  if (/[^!-~]|#/.test(target)) return 'the request target has a character that must be encoded';
  const path = toPath(target);
  if (path.includes('//')) return 'the path must not contain //';
  if (path.includes('\\')) return 'the path must not contain a backslash';
  if (/%(?![0-9a-f]{2})/i.test(path)) return 'the path has a % that is not a valid escape';
  if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) return 'the path must not contain . or .. segments';
  return undefined;
}

function findHeaderFault(
  headers: ReadonlyMap<string, readonly string[]>,
  method: string,
  httpVersion: string,
): string | undefined {
  const hosts = headers.get('host')?.length ?? 0;
  if (hosts > 1) return 'send exactly one Host header';
  if (hosts === 0 && httpVersion !== '1.0') return 'send a Host header';
  if ((headers.get('content-length')?.length ?? 0) > 1)
    return 'send exactly one Content-Length header';
  const encoding = headers.get('content-encoding')?.join().trim().toLowerCase() || 'identity';
  if (encoding !== 'identity') return 'send the body without Content-Encoding';
  const expectation = headers.get('expect')?.join().trim().toLowerCase() ?? '100-continue';
  if (expectation !== '100-continue') return 'the only supported Expect value is 100-continue';
  const transfer = headers.get('transfer-encoding')?.join().trim().toLowerCase();
  if (transfer === undefined) return undefined;
  if (BODYLESS.has(method)) return `send ${method} without Transfer-Encoding`;
  if (headers.has('content-length')) return 'send Content-Length or Transfer-Encoding, not both';
  if (transfer !== 'chunked' || httpVersion === '1.0')
    return 'the only supported Transfer-Encoding is chunked, with HTTP/1.1';
  return undefined;
}

/** All values of one header by lower-case name; undefined if absent. */
export function headerValues(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): readonly string[] | undefined {
  let values: string[] | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length !== name.length || sent.toLowerCase() !== name) continue;
    values = [...(values ?? []), rawHeaders[index + 1] ?? ''];
  }
  return values;
}

/** All values by lower-case name. Node's own `headers` drops or joins repeated ones. */
function toHeaderLists(rawHeaders: readonly string[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const list = lists.get(name) ?? [];
    list.push(rawHeaders[index + 1] ?? '');
    lists.set(name, list);
  }
  return lists;
}

/**
 * Parses proxies such as `10.0.0.0/8,192.0.2.1`.
 * @throws Error that names an entry that is neither an address nor a network.
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
      throw new Error(`${each} is neither an IP address nor a network such as 10.0.0.0/8`);
    }
  }
  return proxies;
}

/** The parts of a request that determine its client's address. */
interface Addressed {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly rawHeaders: IncomingMessage['rawHeaders'];
}

/**
 * The client's address. Trusts `X-Forwarded-For` as far as proxies wrote it: from its end to the
 * first address that is not a proxy. The client may have forged the rest.
 */
export function clientAddress(proxies: BlockList, request: Addressed): string {
  let address = plainAddress(request.socket.remoteAddress ?? '');
  if (!isListed(proxies, address)) return address;
  const claimed = (headerValues(request, 'x-forwarded-for') ?? [])
    .flatMap((header) => header.split(','))
    .map((each) => each.trim());
  while (isListed(proxies, address)) {
    const before = claimed.pop();
    if (before === undefined || isIP(before) === 0) return address;
    address = plainAddress(before);
  }
  return address;
}

export function isListed(proxies: BlockList, address: string): boolean {
  return proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Unwraps IPv4 addresses, which a server on IPv6 sees as `::ffff:192.0.2.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
