import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readBase } from '../src/chart/read-base.ts';
import { CHART, renderChart } from '../src/chart/render-chart.ts';
import { isSecret, listSettings } from '../src/chart/settings.ts';
import { appNames, readText, root } from './apps.ts';
import { findHelm } from './helm.ts';
import type { Container, Deployment, Resource } from './resources.ts';

const VERSION = ['--kube-version', '1.32.0'] as const;

/** Keys by Secret name, as the pods of the manifests read them. */
const keys = [...readBase(readText).values()]
  .flat()
  .filter(({ kind }) => kind === 'Deployment')
  .flatMap((resource) => {
    const { spec } = (resource as unknown as Deployment).spec.template;
    return [...spec.containers, ...(spec.initContainers ?? [])];
  })
  .flatMap(({ env = [] }) => env.map(({ name }) => name));

it('is what `pnpm generate` makes of the manifests and settings', () => {
  for (const [path, text] of renderChart(readText)) expect(readText(path), path).toBe(text);
});

describe('values', () => {
  const { settings } = parse(readText(`${CHART}/values.yaml`)) as {
    readonly settings: Readonly<Record<string, unknown>>;
  };

  it('are all settings that apps read, except secrets', () => {
    const plain = listSettings(readText).filter((name) => !isSecret(name));
    expect(Object.keys(settings)).toEqual(plain);
    expect(plain.length).toBeGreaterThan(100);
  });

  it('leave secrets to Secrets: each is read from one, and docs/kubernetes.md lists it', () => {
    const secrets = listSettings(readText).filter(isSecret);
    expect([...new Set(keys)].filter((key) => !key.includes('_MIGRATION_')).toSorted()).toEqual(
      secrets,
    );
    const documented: readonly string[] =
      readText('docs/kubernetes.md').match(/(?<=`)[A-Z_<>]+(?=`)/g) ?? [];
    for (const key of new Set(keys)) {
      const [app] = appNames.filter((name) => key.startsWith(`${name.toUpperCase()}_`));
      const ofAny = app === undefined ? key : key.replace(app.toUpperCase(), '<SERVICE>');
      expect(documented.includes(key) || documented.includes(ofAny), key).toBe(true);
    }
  });
});

const helm = await findHelm();
if (!helm) process.stdout.write('skipped: the Helm chart as helm renders it, without helm or Go\n');

describe.skipIf(!helm)('as helm renders it', () => {
  const template = (...args: readonly string[]) => {
    const { status, said } = helm?.run('template', 'florin', CHART, ...VERSION, ...args) ?? {};
    if (status !== 0) throw new Error(said);
    return parseAllDocuments(said ?? '').map((document) => document.toJS() as Resource);
  };
  const named = (resources: readonly Resource[], kind: string) =>
    resources.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);

  it('passes the strict linter', () => {
    expect(helm?.run('lint', '--strict', ...VERSION, CHART)).toMatchObject({ status: 0 });
  });

  it("equals by default kubectl's rendering of the manifests, plus a Job for each service", () => {
    const text = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes/base'], {
      cwd: root,
      encoding: 'utf8',
    });
    const rendered = template();
    const others = rendered.filter(({ kind }) => kind !== 'Job').map(withoutExtras);
    const manifests = parseAllDocuments(text).map((document) => withoutExtras(document.toJS()));
    expect(others.toSorted(byName)).toEqual(manifests.toSorted(byName));
    expect(named(rendered, 'Job')).toEqual(
      appNames
        .filter((app) => app !== 'gateway')
        .map((app) => `${app}-provision`)
        .toSorted(),
    );
  });

  it('leaves out disabled apps, and scales manually if configured', () => {
    const others = appNames.filter((app) => app !== 'ledger');
    const rendered = template(
      ...others.flatMap((app) => ['--set', `${app}.enabled=false`]),
      ...['--set', 'ledger.autoscaling.enabled=false,ledger.replicas=3'],
      ...['--set', 'networkPolicies.common=false,settingsConfigMap.create=false'],
    );
    expect(rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'Deployment ledger',
      'Job ledger-provision',
      'NetworkPolicy ledger',
      'PodDisruptionBudget ledger',
      'Service ledger-headless',
    ]);
    const deployment = rendered.find(({ kind }) => kind === 'Deployment');
    expect(deployment?.spec).toMatchObject({ replicas: 3 });
  });

  it('writes numbers unchanged, and opens the given ports', () => {
    const rendered = template(
      ...['--set', 'settings.LEDGER_NATS_STREAM_BYTES=1073741824'],
      ...['--set', 'networkPolicies.postgresPorts={5432,6432}', '--set', 'ingress.enabled=true'],
      ...['--set', 'networkPolicies.telemetryPorts={4317}'],
    );
    const settings = rendered.find(({ kind }) => kind === 'ConfigMap');
    expect(settings?.data).toMatchObject({ LEDGER_NATS_STREAM_BYTES: '1073741824' });
    const policy = (name: string) =>
      rendered.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name);
    const portsOf = (name: string) =>
      policy(name)?.spec?.egress?.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(portsOf('databases')).toEqual([5432, 6432]);
    expect(portsOf('all-apps')).toEqual([53, 53, 4222, 4317]);
    expect(named(rendered, 'Ingress')).toEqual(['gateway']);
  });

  it('serves HTTPS by a mounted Secret, as the component of the manifests does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-overlay-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const from = (path: string) => join(relative(folder, root), 'deploy/kubernetes', path);
    const overlay = { resources: [from('base')], components: [from('components/gateway-tls')] };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(overlay));
    const args = ['kustomize', folder, '--load-restrictor', 'LoadRestrictionsNone'];
    const text = execFileSync('kubectl', args, { encoding: 'utf8' });
    const gatewayOf = (resources: readonly Resource[]) =>
      resources.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway');
    const manifests = parseAllDocuments(text).map((document) => document.toJS() as Resource);
    const rendered = template(
      ...['--set', 'gateway.tls.secretName=florin-gateway-tls', '--set', 'ingress.enabled=true'],
    );
    const [ours, theirs] = [rendered, manifests].map((all) =>
      withoutExtras(gatewayOf(all) as never),
    );
    expect(ours).toEqual(theirs);
    const { spec } = (ours as unknown as Deployment).spec.template;
    const [{ env = [], ...probes } = {} as Container] = spec.containers;
    for (const probe of [probes.startupProbe, probes.readinessProbe, probes.livenessProbe])
      expect(probe?.httpGet).toMatchObject({ scheme: 'HTTPS', port: 'http' });
    expect(env).toContainEqual({ name: 'FLORIN_TLS_CERT', value: '/etc/florin/tls/tls.crt' });
    expect(rendered.find(({ kind }) => kind === 'Ingress')?.metadata).toMatchObject({
      annotations: { 'nginx.ingress.kubernetes.io/backend-protocol': 'HTTPS' },
    });
  });

  it('provisions and migrates each further shard of the ledger, with keys of its own', () => {
    const jobs = template('--set', 'ledger.shards.count=3').filter(
      ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith('ledger-'),
    );
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual([
      'ledger-provision',
      'ledger-provision-1',
      'ledger-provision-2',
    ]);
    const { initContainers = [], containers } = (jobs[2] as unknown as Deployment).spec.template
      .spec;
    const used = [...initContainers, ...containers].map(({ env = [], ...container }) => [
      (container as { args?: readonly string[] }).args,
      ...env.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef.key]),
    ]);
    const own = ['DATABASE_URL', 'MIGRATION_DATABASE_URL'].map((name) => [
      `LEDGER_${name}`,
      `LEDGER_SHARD_2_${name}`,
    ]);
    expect(used).toEqual([
      [
        ['provision'],
        ['LEDGER_PROVISION_DATABASE_URL', 'LEDGER_SHARD_2_PROVISION_DATABASE_URL'],
        ['LEDGER_PROVISION_NATS_URL', 'LEDGER_PROVISION_NATS_URL'],
        ...own,
      ],
      [['migrate'], ...own],
    ]);
  });

  it('refuses a misspelt setting', () => {
    const { status, said } =
      helm?.run('template', CHART, ...VERSION, '--set', 'settings.LEDGER_CREDIT_BX=admin') ?? {};
    expect(status).not.toBe(0);
    expect(said).toContain('LEDGER_CREDIT_BX');
  });
});

/** Without image tags, and without resources that only the chart adds. */
function withoutExtras(resource: Resource): Resource {
  const text = JSON.stringify(resource)
    .replace(/("image":"[^":]+):[^"]+"/g, '$1"')
    .replace(/,?"imagePullPolicy":"IfNotPresent"/g, '')
    .replace(/,?"checksum\/settings":"\w+"/g, '');
  return JSON.parse(text);
}

function byName(one: Resource, other: Resource): number {
  const nameOf = ({ kind, metadata }: Resource) => `${kind} ${metadata.name}`;
  return nameOf(one).localeCompare(nameOf(other), 'en');
}
