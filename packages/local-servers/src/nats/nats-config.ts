import { type NatsUser, renderNatsAccounts, renderNatsUsers } from './nats-users.ts';

/** One server of a cluster. */
export interface ClusterPlace {
  /** Its own in the cluster: by it the others know it again. */
  readonly name: string;
  readonly port: number;
  /** Ports of all its servers, of this machine. */
  readonly routes: readonly number[];
  /** Where servers of another region connect to it. */
  readonly leafPort: number;
}

/** Only settings that nats-server 2.9 knows. The store is bounded, so that it never fills a disk. */
export function natsConfig(options: {
  readonly host: string;
  readonly port: number;
  readonly storeDir: string;
  /** Tells a later start which process to stop. */
  readonly pidPath: string;
  /** Everybody may do everything where there are none. */
  readonly users: readonly NatsUser[];
  /** Undefined of a server that is alone. */
  readonly cluster: ClusterPlace | undefined;
  /** By what name other regions ask its JetStream. */
  readonly domain: string | undefined;
  readonly further: string;
}): string {
  const { users, cluster, domain } = options;
  const render = cluster ? renderNatsAccounts : renderNatsUsers;
  return `# Written at every start; changes are lost.
server_name: ${cluster?.name ?? 'florin-local'}
pid_file: ${JSON.stringify(options.pidPath)}
listen: "${options.host}:${options.port}"
jetstream {
  store_dir: ${JSON.stringify(options.storeDir)}
  max_memory_store: 64MB
  max_file_store: 8GB
${domain === undefined ? '' : `  domain: ${domain}\n`}}
${users.length === 0 ? '' : render(users)}${cluster ? renderCluster(cluster) : ''}${options.further}
`;
}

function renderCluster({ port, routes, leafPort }: ClusterPlace): string {
  const urls = routes.map((each) => `"nats://127.0.0.1:${each}"`).join(', ');
  return `cluster {
  name: florin
  listen: "127.0.0.1:${port}"
  routes: [${urls}]
}
leafnodes { listen: "127.0.0.1:${leafPort}" }
`;
}
