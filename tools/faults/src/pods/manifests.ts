import { execFileSync } from 'node:child_process';
import type { PeerName } from '@florin/contracts';
import { parseAllDocuments } from 'yaml';

export interface Probe {
  readonly path: string;
  readonly port: number;
  readonly periodMs: number;
  readonly failuresMax: number;
}

/** Pods of a Deployment, and how they are replaced. */
export interface PodTemplate {
  readonly app: PeerName;
  readonly image: string;
  /** Init containers with their arguments, run one by one before the app. */
  readonly init: readonly { readonly args: readonly string[]; readonly env: Environment }[];
  readonly env: Environment;
  readonly uid: string;
  readonly memory: string;
  readonly startup: Probe;
  readonly readiness: Probe;
  /** Undefined without a preStop hook. */
  readonly preStop: readonly string[] | undefined;
  readonly graceMs: number;
  /** How long a pod must be ready before it counts. */
  readonly minReadyMs: number;
  readonly replicas: number;
  /** Its DNS names. */
  readonly services: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

/** The parts of Kubernetes resources that are read here. */
interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Environment;
  readonly spec: {
    readonly selector: { readonly app: string };
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicas: number;
    readonly replicas?: number;
    readonly minReadySeconds?: number;
    readonly template: { readonly spec: PodSpec };
  };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: {
      readonly secretKeyRef: { readonly key: string; readonly optional?: boolean };
    };
  }[];
  readonly envFrom?: readonly unknown[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly lifecycle?: {
    readonly preStop: { readonly exec: { readonly command: readonly string[] } };
  };
  readonly startupProbe?: WrittenProbe;
  readonly readinessProbe?: WrittenProbe;
}

interface WrittenProbe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

const MS_PER_S = 1_000;
/** Kubernetes' default for probes. */
const PERIOD_S = 10;
const FAILURES_MAX = 3;

/**
 * The templates of deploy/kubernetes/base, as kubectl renders them.
 * @param secrets by setting name
 * @param settings from an overlay
 */
export function readTemplates(
  root: string,
  secrets: ReadonlyMap<string, string>,
  settings: Environment,
): readonly PodTemplate[] {
  const text = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes/base'], {
    cwd: root,
    encoding: 'utf8',
  });
  const resources: Resource[] = parseAllDocuments(text).map((document) => document.toJS());
  const of = (kind: string) => resources.filter((each) => each.kind === kind);
  const shared: Environment = { ...of('ConfigMap')[0]?.data, ...settings };
  const autoscaled = new Map(
    of('HorizontalPodAutoscaler').map(({ spec }) => [spec.scaleTargetRef.name, spec.minReplicas]),
  );

  return of('Deployment').map(({ metadata: { name }, spec }) => {
    const { containers, initContainers = [], ...pod } = spec.template.spec;
    const [app] = containers;
    if (!app) throw new Error(`the pods of ${name} have no container`);
    return {
      app: name as PeerName,
      image: app.image,
      init: initContainers.map((each) => ({
        args: each.args ?? [],
        env: environmentOf(each, secrets, shared),
      })),
      env: environmentOf(app, secrets, shared),
      uid: `${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`,
      memory: app.resources.limits.memory.replace('Mi', 'm'),
      startup: toProbe(app, app.startupProbe),
      readiness: toProbe(app, app.readinessProbe),
      preStop: app.lifecycle?.preStop.exec.command,
      graceMs: pod.terminationGracePeriodSeconds * MS_PER_S,
      minReadyMs: (spec.minReadySeconds ?? 0) * MS_PER_S,
      replicas: spec.replicas ?? autoscaled.get(name) ?? 1,
      services: of('Service')
        .filter((service) => service.spec.selector.app === name)
        .map(({ metadata }) => metadata.name),
    };
  });
}

function toProbe({ ports = [] }: Container, probe: WrittenProbe | undefined): Probe {
  const port = ports.find(({ name }) => name === probe?.httpGet.port)?.containerPort;
  if (!probe || port === undefined) throw new Error('a probe of the manifests has no target');
  return {
    path: probe.httpGet.path,
    port,
    periodMs: (probe.periodSeconds ?? PERIOD_S) * MS_PER_S,
    failuresMax: probe.failureThreshold ?? FAILURES_MAX,
  };
}

function environmentOf(
  { env = [], envFrom = [] }: Container,
  secrets: ReadonlyMap<string, string>,
  shared: Environment,
): Environment {
  const own: [name: string, value: string][] = [];
  for (const { name, value, valueFrom } of env) {
    const found = value ?? secrets.get(valueFrom?.secretKeyRef.key.toLowerCase() ?? '');
    if (found !== undefined) own.push([name, found]);
    else if (!valueFrom?.secretKeyRef.optional) throw new Error(`${name} has no value`);
  }
  return { ...(envFrom.length > 0 ? shared : {}), ...Object.fromEntries(own) };
}
