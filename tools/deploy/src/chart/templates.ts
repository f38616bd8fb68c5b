import { stringify } from 'yaml';
import { merge, type Tree } from './merge.ts';
import type { Resource } from './read-base.ts';

/** `app` or `migration`: the container that a part of the values describes. */
interface Container extends Tree {
  readonly name: string;
  readonly env?: readonly (Tree & SecretSetting)[];
}

export interface SecretSetting {
  readonly name: string;
  readonly valueFrom: {
    readonly secretKeyRef: {
      readonly name: string;
      readonly key: string;
      readonly optional?: boolean;
    };
  };
}

/** Network policy ports that are values, by the port in the manifests. */
const PORTS: ReadonlyMap<number, string> = new Map([
  [4222, 'natsPorts'],
  [5432, 'postgresPorts'],
  [465, 'smtpPorts'],
]);

/** Marks an expression until the text is complete. */
const inPlace = (expression: string) => `⟦${expression}⟧`;

/** A template file: the resources of one app, or of all. */
export function renderTemplates(name: string, resources: readonly Resource[]): string {
  const documents = resources.map((resource) => {
    const text = stringify(toTemplate(resource), { lineWidth: 0 });
    return `{{- if ${conditionOf(resource, name)} }}\n---\n${fillIn(text)}{{- end }}\n`;
  });
  return `{{- /* Generated from deploy/kubernetes/base by \`pnpm generate\`. */ -}}\n${documents.join('')}`;
}

function conditionOf({ kind, metadata }: Resource, name: string): string {
  const shared = name === 'network' && metadata.name !== 'gateway';
  const enabled = shared ? [] : [`.Values.${metadata.name.replace(/-headless$/, '')}.enabled`];
  const own: Readonly<Record<string, string>> = {
    HorizontalPodAutoscaler: `.Values.${metadata.name}.autoscaling.enabled`,
    PodDisruptionBudget: '.Values.podDisruptionBudgets.enabled',
    NetworkPolicy: `.Values.networkPolicies.${shared ? 'common' : 'enabled'}`,
  };
  const conditions = [...enabled, ...(own[kind] === undefined ? [] : [own[kind]])];
  return conditions.length > 1 ? `and ${conditions.join(' ')}` : conditions.join('');
}

function toTemplate(resource: Resource): Resource {
  const { name } = resource.metadata;
  switch (resource.kind) {
    case 'Deployment':
      return toDeployment(resource, name);
    case 'HorizontalPodAutoscaler':
      return toAutoscaler(resource, name);
    case 'NetworkPolicy':
      return toPolicy(resource);
    default:
      return resource;
  }
}

interface DeploymentSpec extends Tree {
  readonly template: {
    readonly spec: {
      readonly containers: readonly Container[];
      readonly initContainers?: readonly Container[];
    };
  };
}

function toDeployment(resource: Resource, app: string): Resource {
  const { replicas: _, ...spec } = resource.spec as DeploymentSpec;
  const { containers, initContainers } = spec.template.spec;
  const pod: Tree = {
    imagePullSecrets: inPlace('list:.Values.image.pullSecrets'),
    nodeSelector: inPlace(`block:.Values.${app}.nodeSelector`),
    tolerations: inPlace(`list:.Values.${app}.tolerations`),
    containers: containers.map((each) => toContainer(each, app, `.Values.${app}`)),
  };
  if (initContainers)
    pod.initContainers = initContainers.map((each) =>
      toContainer(each, app, `.Values.${app}.migration`),
    );
  if (app === 'gateway') pod.volumes = inPlace('tls:volumes');
  const annotations = { 'checksum/settings': inPlace('checksum') };
  const { template: before, ...rest } = spec;
  const template = merge(before, { metadata: { annotations }, spec: pod });
  return { ...resource, spec: { replicas: inPlace(`replicas:${app}`), ...rest, template } };
}

function toContainer(container: Container, app: string, values: string): Tree {
  const { env = [] } = container;
  return {
    ...container,
    image: inPlace(`image:${app}`),
    imagePullPolicy: inPlace('.Values.image.pullPolicy'),
    resources: inPlace(`block:${values}.resources`),
    ...(container.envFrom !== undefined && {
      envFrom: [{ configMapRef: { name: inPlace('.Values.settingsConfigMap.name') } }],
    }),
    env: [
      ...(app === 'gateway' ? [inPlace('tls:env')] : []),
      ...env.map(({ name, valueFrom: { secretKeyRef } }) => ({
        name,
        valueFrom: {
          secretKeyRef: { ...secretKeyRef, name: inPlace(valueOfSecret(secretKeyRef.name)) },
        },
      })),
    ],
    ...(app === 'gateway' && toTls(container)),
  };
}

/** Probes and mounts of a container that serves HTTPS where it has a certificate. */
function toTls(container: Container): Tree {
  const scheme = { httpGet: { scheme: inPlace('tls:scheme') } };
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map(
    (name) => [name, merge(container[name], scheme)] as const,
  );
  return { ...Object.fromEntries(probes), volumeMounts: inPlace('tls:mounts') };
}

/** Lines of a template that are there with a certificate alone. */
const WITH_TLS: Readonly<Record<string, readonly string[]>> = {
  env: [
    '- name: FLORIN_TLS_CERT',
    '  value: /etc/florin/tls/tls.crt',
    '- name: FLORIN_TLS_KEY',
    '  value: /etc/florin/tls/tls.key',
  ],
  scheme: ['scheme: HTTPS'],
  mounts: ['volumeMounts:', '  - { name: tls, mountPath: /etc/florin/tls, readOnly: true }'],
  volumes: [
    'volumes:',
    '  - name: tls',
    '    secret: { secretName: {{ .Values.gateway.tls.secretName }} }',
  ],
};

/** `florin-ledger-migration` as `.Values.ledger.migration.secret`. */
export function valueOfSecret(name: string): string {
  const [, owner = '', migration] = /^florin-(\w+)(-migration)?$/.exec(name) ?? [];
  if (owner === 'metrics' || owner === 'telemetry') return `.Values.secrets.${owner}`;
  return `.Values.${owner}${migration ? '.migration' : ''}.secret`;
}

interface AutoscalerSpec extends Tree {
  readonly metrics: readonly Tree[];
}

function toAutoscaler(resource: Resource, app: string): Resource {
  const values = `.Values.${app}.autoscaling`;
  const spec = resource.spec as AutoscalerSpec;
  const target = { type: 'AverageValue', averageValue: inPlace(`${values}.averageValue | quote`) };
  const metrics = spec.metrics.map((metric) =>
    'pods' in metric
      ? merge(metric, { pods: { target } })
      : merge(metric, { resource: { target } }),
  );
  const minReplicas = inPlace(`${values}.minReplicas`);
  const maxReplicas = inPlace(`${values}.maxReplicas`);
  return { ...resource, spec: { ...spec, minReplicas, maxReplicas, metrics } };
}

interface Rule extends Tree {
  readonly ports?: readonly { readonly port: number }[];
}

function toPolicy(resource: Resource): Resource {
  const spec = resource.spec as { readonly egress?: readonly Rule[] };
  if (!spec.egress) return resource;
  const egress: unknown[] = spec.egress.map((rule) => {
    const list = PORTS.get(rule.ports?.[0]?.port ?? 0);
    return list === undefined ? rule : { ...rule, ports: inPlace(`ports:${list}`) };
  });
  if (resource.metadata.name === 'all-apps') egress.push(inPlace('telemetry'));
  return { ...resource, spec: { ...spec, egress } };
}

/** Replaces the marks with their expressions. */
function fillIn(text: string): string {
  return text
    .replace(/^( *)replicas: ⟦replicas:(\w+)⟧\n/gm, (_, indent, app) =>
      lines(
        indent,
        `{{- if not (dig "autoscaling" "enabled" false .Values.${app}) }}`,
        `replicas: {{ .Values.${app}.replicas }}`,
        '{{- end }}',
      ),
    )
    .replace(/^( *)(\w+): ⟦(?:list|block):(.+)⟧\n/gm, (_, indent, name, value) =>
      lines(
        indent,
        `{{- with ${value} }}`,
        `${name}:`,
        `  {{- toYaml . | nindent ${indent.length + 2} }}`,
        '{{- end }}',
      ),
    )
    .replace(/^( *)(- )?ports: ⟦ports:(\w+)⟧\n/gm, (_, indent, dash = '', list) => {
      const inner = indent + ' '.repeat(dash.length);
      return `${indent}${dash}ports:\n${lines(
        inner,
        `{{- range .Values.networkPolicies.${list} }}`,
        '- { port: {{ . }}, protocol: TCP }',
        '{{- end }}',
      )}`;
    })
    .replace(/^( *)- ⟦telemetry⟧\n/gm, (_, indent) =>
      lines(
        indent,
        '{{- with .Values.networkPolicies.telemetryPorts }}',
        '- ports:',
        '    {{- range . }}',
        '    - { port: {{ . }}, protocol: TCP }',
        '    {{- end }}',
        '{{- end }}',
      ),
    )
    .replace(/^( *)(?:- |\w+: )⟦tls:(\w+)⟧\n/gm, (_, indent, part) =>
      lines(
        indent,
        '{{- if .Values.gateway.tls.secretName }}',
        ...(WITH_TLS[part] ?? []),
        '{{- end }}',
      ),
    )
    .replace(/⟦image:(\w+)⟧/g, (_, app) => `{{ include "florin.image" (list . "${app}") }}`)
    .replace(/⟦checksum⟧/g, () => '{{ toJson .Values.settings | sha256sum }}')
    .replace(/⟦(.+?)⟧/g, (_, value) => `{{ ${value} }}`);
}

function lines(indent: string, ...texts: readonly string[]): string {
  return texts.map((text) => `${indent}${text}\n`).join('');
}
