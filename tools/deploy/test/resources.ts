/** The parts of Kubernetes resources that the manifests use and the tests read. */
export interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly clusterIP?: string;
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly ports?: readonly { readonly port: number; readonly targetPort: string }[];
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly {
      readonly from: readonly Peer[];
      readonly ports: readonly Port[];
    }[];
    readonly egress?: readonly { readonly to?: readonly Peer[]; readonly ports: readonly Port[] }[];
  };
}

interface Port {
  readonly port: number;
}

interface Peer {
  readonly podSelector?: Selector;
}

/** A selector of pods, as in the policies here: those of one app, of some, or all. */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly values: readonly string[] }[];
}

export interface Deployment {
  readonly spec: {
    readonly template: {
      readonly metadata: {
        readonly labels: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
        readonly terminationGracePeriodSeconds?: number;
        readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
      };
    };
  };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly image: string;
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly key: string } };
  }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: string[] } } };
}

export function portNamed({ ports = [] }: Container, name: string | undefined): number | undefined {
  return ports.find((port) => port.name === name)?.containerPort;
}
