import { type NatsUser, renderNatsAccounts, renderNatsUsers } from './nats-users.ts';

/** A server of a cluster. */
export interface ClusterPlace {
  /** Unique name, by which the other servers recognize it. */
  readonly name: string;
  readonly port: number;
  /** Ports of all servers of the cluster, on this machine. */
  readonly routes: readonly number[];
  /** Port for leaf connections of other regions. */
  readonly leafPort: number;
}

/** Uses only settings of nats-server 2.9. The store is limited, so that it never fills a disk. */
export function natsConfig(options: {
  readonly host: string;
  readonly port: number;
  readonly storeDir: string;
  /** PID file, from which a later start finds a leftover process. */
  readonly pidPath: string;
  /** If empty, anyone may do everything. */
  readonly users: readonly NatsUser[];
  /** Undefined for a single server. */
  readonly cluster: ClusterPlace | undefined;
  /** JetStream domain, by which other regions address it. */
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
