import { serviceNames } from '@florin/contracts';
import { stringify } from 'yaml';
import { type Resource, readBase } from './chart/read-base.ts';
import type { ReadText } from './chart/settings.ts';
import type { SecretSetting } from './chart/templates.ts';
import type { Secrets } from './secrets-model.ts';

/** A key of a Secret that pods of the manifests or the chart read. */
export interface SecretKey {
  readonly secret: string;
  readonly key: string;
  readonly isOptional: boolean;
}

interface Pod {
  readonly containers: readonly { readonly env?: readonly SecretSetting[] }[];
  readonly initContainers?: Pod['containers'];
}

/** Keys that the Deployments of the manifests read, and those of the provision Jobs of the chart. */
export function listSecretKeys(read: ReadText): readonly SecretKey[] {
  const deployments = [...readBase(read).values()]
    .flat()
    .filter(({ kind }) => kind === 'Deployment');
  const ofPods = deployments.map(podOf).flatMap(({ containers, initContainers = [] }) =>
    [...containers, ...initContainers].flatMap(({ env = [] }) =>
      env.map(({ valueFrom: { secretKeyRef: ref } }) => ({
        ...{ secret: ref.name, key: ref.key, isOptional: ref.optional ?? false },
      })),
    ),
  );
  const ofJobs = serviceNames.flatMap((service) => [
    { key: `${service.toUpperCase()}_PROVISION_DATABASE_URL`, isOptional: false },
    { key: `${service.toUpperCase()}_PROVISION_NATS_URL`, isOptional: true },
  ]);
  return [...ofPods, ...ofJobs.map((each) => ({ secret: 'florin-provision', ...each }))];
}

function podOf({ spec }: Resource): Pod {
  return (spec as { readonly template: { readonly spec: Pod } }).template.spec;
}

/** Hosts that the URLs get in place of those of docker-compose.yml. */
export interface Places {
  /** `host:port` or `host:port/database` */
  readonly postgres?: string | undefined;
  /** `host:port` */
  readonly nats?: string | undefined;
}

export interface KubernetesSecret {
  readonly name: string;
  /** Plain text by key. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * The Secrets that pods read, from the files that `local-secrets` makes.
 * @throws Error that names the files of required keys which are not there
 */
export function toKubernetesSecrets(
  keys: readonly SecretKey[],
  secrets: Secrets,
  places: Places,
): readonly KubernetesSecret[] {
  const found = new Map<string, Map<string, string>>();
  const missing = new Set<string>();
  for (const { secret, key, isOptional } of keys) {
    const text = findFile(key, secrets);
    if (text !== undefined) {
      const data = found.get(secret) ?? new Map<string, string>();
      found.set(secret, data.set(key, withPlace(text.trimEnd(), places)));
    } else if (!isOptional) missing.add(key.toLowerCase());
  }
  if (missing.size > 0)
    throw new Error(`there is no ${[...missing].join(', ')}; npm run local-secrets adds it`);
  return [...found]
    .map(([name, data]) => ({ name, data: Object.fromEntries(data) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `ledger_provision_database_url`, or the one that all services share. */
function findFile(key: string, secrets: Secrets): string | undefined {
  const name = key.toLowerCase();
  return secrets.get(name) ?? secrets.get(name.replace(/^[a-z]+_(?=provision_)/, ''));
}

function withPlace(text: string, { postgres, nats }: Places): string {
  const place = /^postgres(ql)?:/.test(text)
    ? postgres
    : /^(nats|tls):/.test(text)
      ? nats
      : undefined;
  if (place === undefined || !URL.canParse(text)) return text;
  const url = new URL(text);
  const [host = '', database] = place.split('/', 2);
  url.host = host;
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}

/** YAML for `kubectl apply -f`, a document for each Secret. */
export function renderSecrets(secrets: readonly KubernetesSecret[], namespace?: string): string {
  const documents = secrets.map(({ name, data }) =>
    stringify(
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          ...{ name, ...(namespace !== undefined && { namespace }) },
          labels: { 'app.kubernetes.io/part-of': 'florin' },
        },
        type: 'Opaque',
        data: Object.fromEntries(
          Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
        ),
      },
      { lineWidth: 0 },
    ),
  );
  return documents.map((text) => `---\n${text}`).join('');
}
