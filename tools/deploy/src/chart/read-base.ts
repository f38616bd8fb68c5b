import { parse, parseAllDocuments } from 'yaml';
import { merge, type Tree } from './merge.ts';
import type { ReadText } from './settings.ts';

export interface Resource extends Tree {
  readonly kind: string;
  readonly metadata: Tree & { readonly name: string };
}

interface Patch {
  readonly path?: string;
  readonly patch?: string;
  readonly target: {
    readonly kind: string;
    readonly name?: string;
    readonly labelSelector?: string;
  };
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly patches: readonly Patch[];
  readonly labels: readonly { readonly pairs: Readonly<Record<string, string>> }[];
}

interface Replacement {
  readonly op: 'replace';
  readonly path: string;
  readonly value: unknown;
}

const BASE = 'deploy/kubernetes/base';

/** The resources of each file of deploy/kubernetes/base, as kustomize renders them. */
export function readBase(read: ReadText): ReadonlyMap<string, readonly Resource[]> {
  const { resources, patches, labels } = parse(read(`${BASE}/kustomization.yaml`)) as Kustomization;
  const pairs = Object.assign({}, ...labels.map((label) => label.pairs));
  const render = (resource: Resource): Resource => {
    const fit = patches.filter(({ target }) => isTarget(target, resource));
    const patched = fit.reduce((before: unknown, patch) => apply(before, patch, read), resource);
    return withLabels(patched as Resource, pairs);
  };
  return new Map(
    resources.map((file) => [
      file.replace('.yaml', ''),
      parseAllDocuments(read(`${BASE}/${file}`)).map((text) => render(text.toJS() as Resource)),
    ]),
  );
}

function isTarget({ kind, name, labelSelector }: Patch['target'], resource: Resource): boolean {
  const [label = '', value] = labelSelector?.split('=') ?? [];
  const { labels = {} } = resource.metadata as { labels?: Tree };
  return (
    kind === resource.kind &&
    (name === undefined || name === resource.metadata.name) &&
    (labelSelector === undefined || labels[label] === value)
  );
}

function apply(resource: unknown, { path, patch = '' }: Patch, read: ReadText): unknown {
  if (path !== undefined) {
    const { kind: _, metadata: __, ...laid } = parse(read(`${BASE}/${path}`)) as Resource;
    return merge(resource, laid);
  }
  const replaced = structuredClone(resource);
  for (const { op, path: pointer, value } of parse(patch) as readonly Replacement[]) {
    if (op !== 'replace') throw new Error(`${op}: only replace is supported here`);
    const names = pointer.slice(1).split('/');
    const last = names.pop() ?? '';
    const parent = names.reduce((tree, name) => tree[name] as Tree, replaced as Tree);
    parent[last] = value;
  }
  return replaced;
}

/** `includeTemplates` of kustomize: pods have the labels, selectors do not. */
function withLabels(resource: Resource, labels: Tree): Resource {
  const patch = { metadata: { labels } };
  const isDeployment = resource.kind === 'Deployment';
  return merge(
    resource,
    isDeployment ? { ...patch, spec: { template: patch } } : patch,
  ) as Resource;
}
