import { type NatsUser, renderNatsUsers } from './nats-users.ts';

/** Only settings that nats-server 2.9 knows. The store is bounded, so that it never fills a disk. */
export function natsConfig(options: {
  readonly host: string;
  readonly port: number;
  readonly storeDir: string;
  /** Tells a later start which process to stop. */
  readonly pidPath: string;
  /** Everybody may do everything where there are none. */
  readonly users: readonly NatsUser[];
  readonly further: string;
}): string {
  return `# Written at every start; changes are lost.
server_name: florin-local
pid_file: ${JSON.stringify(options.pidPath)}
listen: "${options.host}:${options.port}"
jetstream {
  store_dir: ${JSON.stringify(options.storeDir)}
  max_memory_store: 64MB
  max_file_store: 8GB
}
${options.users.length === 0 ? '' : renderNatsUsers(options.users)}${options.further}
`;
}
