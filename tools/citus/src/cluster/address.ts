import { forward } from '@florin/local-servers';

/** A name of a Postgres that stays while another one takes over behind it, as a load balancer gives. */
export interface Address {
  readonly port: number;
  /** From now on new connections go there; those to the former end. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

export async function openAddress(firstPort: number): Promise<Address> {
  let target = firstPort;
  const { port, closeAll, stop } = await forward(() => ({ host: '127.0.0.1', port: target }));
  return {
    port,
    leadTo(next) {
      target = next;
      closeAll();
    },
    stop,
  };
}
