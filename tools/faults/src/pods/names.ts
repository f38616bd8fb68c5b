import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';

const TTL_S = 1;
const DNS_PORT = 53;

/**
 * Answers DNS at an address of this machine, as the name server of a cluster does: a service's name is all
 * its pods that are ready.
 */
export async function serveNames(
  address: string,
  addressesOf: (name: string) => readonly string[],
): Promise<{ close(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const answers = questions
      .filter(({ type }) => type === 'A')
      .flatMap(({ name }) =>
        addressesOf(name).map((data) => ({ type: 'A' as const, name, ttl: TTL_S, data })),
      );
    const reply = encode({
      type: 'response',
      id: id ?? 0,
      flags: RECURSION_DESIRED,
      questions,
      answers,
    });
    socket.send(reply, from.port, from.address);
  });
  socket.bind(DNS_PORT, address);
  await once(socket, 'listening');
  return { close: () => socket.close() };
}
