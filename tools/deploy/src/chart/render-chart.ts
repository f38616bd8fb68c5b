import { readBase } from './read-base.ts';
import type { ReadText } from './settings.ts';
import { renderTemplates } from './templates.ts';
import { renderSchema, renderValues } from './values.ts';

export const CHART = 'deploy/helm/florin';

/** The generated files of the Helm chart, by their paths; the others are written by hand. */
export function renderChart(read: ReadText): ReadonlyMap<string, string> {
  const base = readBase(read);
  const { version } = JSON.parse(read('apps/gateway/package.json')) as { readonly version: string };
  const templates = [...base]
    .filter(([name]) => name !== 'settings')
    .map(
      ([name, resources]) =>
        [`${CHART}/templates/apps/${name}.yaml`, renderTemplates(name, resources)] as const,
    );
  return new Map([
    [`${CHART}/Chart.yaml`, chartOf(version)],
    [`${CHART}/values.yaml`, renderValues(read, base)],
    [`${CHART}/values.schema.json`, renderSchema(read)],
    ...templates,
  ]);
}

const chartOf = (version: string) => `apiVersion: v2
name: florin
description: Billing and payments
type: application
version: ${version}
appVersion: "${version}"
kubeVersion: ">=1.32.0-0"
annotations:
  artifacthub.io/license: Apache-2.0
`;
