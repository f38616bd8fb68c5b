import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readText } from './apps.ts';

interface Autoscaler {
  readonly kind: string;
  readonly spec: {
    readonly metrics: readonly {
      readonly type: string;
      readonly pods?: { metric: { name: string } };
    }[];
  };
}

interface Rule {
  readonly seriesQuery: string;
  readonly name: { readonly as: string };
  readonly metricsQuery: string;
}

const { rules } = parse(readText('deploy/prometheus/adapter.yml')) as {
  readonly rules: readonly Rule[];
};
const asked = ['ledger', 'processors']
  .flatMap((app) => parseAllDocuments(readText(`deploy/kubernetes/base/${app}.yaml`)))
  .map((document) => document.toJS() as Autoscaler)
  .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
  .flatMap(({ spec }) => spec.metrics);

it("uses only the adapter's metrics of pods", () => {
  expect(asked.map(({ type }) => type)).toEqual(['Pods', 'Pods']);
  const recorded = rules.map(({ name }) => name.as);
  expect(asked.map(({ pods }) => pods?.metric.name).toSorted()).toEqual(recorded.toSorted());
});

it('uses existing metrics, with the labels of scrapes', () => {
  const page = readText('docs/operating/metrics.md');
  const metrics = new Set([...page.matchAll(/^\| `(florin_\w+)`/gm)].map(([, name]) => name));
  const labels = readText('deploy/prometheus/prometheus.yml');
  for (const { seriesQuery } of rules) {
    const [, series = '', matchers = ''] = /^(\w+)\{(.*)\}$/.exec(seriesQuery) ?? [];
    expect(metrics).toContain(series.replace(/_sum$/, ''));
    for (const [, label] of matchers.matchAll(/(\w+)!?=/g))
      expect(labels).toContain(`target_label: ${label}`);
  }
});
