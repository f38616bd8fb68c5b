import { execFileSync } from 'node:child_process';
import type { PeerName } from '@florin/contracts';
import { parseAllDocuments } from 'yaml';

export interface Probe {
  readonly path: string;
  readonly port: number;
  readonly periodMs: number;
  readonly failuresMax: number;
}

/** What a Deployment says of its pods, and how they are replaced. */
export interface PodTemplate {
  readonly app: PeerName;
  readonly image: string;
  /** Run one after the other before the app, with these arguments. */
  readonly init: readonly { readonly args: readonly string[]; readonly env: Environment }[];
  readonly env: Environment;
  readonly uid: string;
  readonly memory: string;
  readonly startup: Probe;
  readonly readiness: Probe;
  /** Undefined where nothing is run before the signal. */
  readonly preStop: readonly string[] | undefined;
  readonly graceMs: number;
  /** How long a pod is ready before it counts. */
  readonly minReadyMs: number;
  readonly replicas: number;
  /** The names under which it is asked for. */
  readonly services: readonly string[];
}

type Environment = Readonly<Record<string, string>>;

/** As much of Kubernetes' resources as is asked for here. */
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
/** What Kubernetes takes where a probe says nothing. */
const PERIOD_S = 10;
const FAILURES_MAX = 3;

/**
 * The templates of deploy/kubernetes/base, as kubectl renders them.
 * @param secrets by the names of their settings.
 * @param settings what an overlay would say besides.
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
  if (!probe || port === undefined) throw new Error('a probe of the manifests leads nowhere');
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
    else if (!valueFrom?.secretKeyRef.optional) throw new Error(`there is no value for ${name}`);
  }
  return { ...(envFrom.length > 0 ? shared : {}), ...Object.fromEntries(own) };
}
