import { forward } from '@florin/local-servers';

/** A stable address of a Postgres whose server may change, as behind a load balancer. */
export interface Address {
  readonly port: number;
  /** New connections go to this port; existing ones are closed. */
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
