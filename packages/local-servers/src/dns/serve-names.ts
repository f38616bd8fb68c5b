import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';

const TTL_S = 1;
/** Response code for a name that does not exist (RFC 1035, section 4.1.1). */
const NAME_ERROR = 3;

export interface NameServer {
  readonly port: number;
  /** Resolves a name at this server only, in the format of `lookup` of node:dns. */
  lookup(host: string): Promise<{ readonly address: string; readonly family: number }[]>;
  close(): void;
}

/**
 * A DNS server like that of a Kubernetes cluster. A name without addresses does not exist.
 * @param port 53 for programs without a setting for it; 0 for any free port
 */
export async function serveNames(
  address: string,
  port: number,
  addressesOf: (name: string) => readonly string[],
): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const exists = questions.some(({ name }) => addressesOf(name).length > 0);
    const answers = questions
      .filter(({ type }) => type === 'A')
      .flatMap(({ name }) =>
        addressesOf(name).map((data) => ({ type: 'A' as const, name, ttl: TTL_S, data })),
      );
    const reply = encode({
      type: 'response',
      id: id ?? 0,
      flags: exists ? RECURSION_DESIRED : RECURSION_DESIRED | NAME_ERROR,
      questions,
      answers,
    });
    socket.send(reply, from.port, from.address);
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  const bound = socket.address().port;
  const resolver = new Resolver();
  resolver.setServers([`${address}:${bound}`]);
  return {
    port: bound,
    async lookup(host) {
      const addresses = isIP(host) ? [host] : await resolver.resolve4(host);
      return addresses.map((each) => ({ address: each, family: isIP(each) }));
    },
    close: () => socket.close(),
  };
}
