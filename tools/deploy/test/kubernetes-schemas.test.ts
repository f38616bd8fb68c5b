import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CHART } from '../src/chart/render-chart.ts';
import { root } from './apps.ts';
import { findHelm } from './helm.ts';

const INSTALL_MS_MAX = 120_000;
/** The oldest version that the manifests support, and the newest one in the package. */
const VERSIONS = ['1.32', '1.37'];
const folder = mkdtempSync(join(tmpdir(), 'florin-schemas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function attempt(program: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: INSTALL_MS_MAX,
  });
  return status === 0 ? stdout : undefined;
}

const helm = await findHelm();
const rendered = attempt('kubectl', ['kustomize', 'deploy/kubernetes/overlays/example']);
// The package contains the schemas.
const isInstalled =
  rendered !== undefined &&
  attempt('python3', ['-m', 'venv', folder]) !== undefined &&
  attempt(join(folder, 'bin/pip'), [
    'install',
    '--quiet',
    '--retries',
    '0',
    'kubernetes-validate==1.37.0',
  ]) !== undefined;
if (!isInstalled)
  process.stdout.write('skipped: the schemas of Kubernetes, without kubectl, python3 or pip\n');

describe.skipIf(!isInstalled)('the schemas of Kubernetes', () => {
  const judge = (text: string, version: string) => {
    const file = join(folder, 'rendered.yaml');
    writeFileSync(file, text);
    const args = ['--strict', '--quiet', '-k', version, file];
    const program = join(folder, 'bin/kubernetes-validate');
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  it.each(VERSIONS)('of %s accept the manifests', (version) => {
    expect(judge(rendered ?? '', version)).toEqual({ status: 0, said: '' });
  });

  it.skipIf(!helm).each(VERSIONS)('of %s accept the chart', (version) => {
    const values = ['--set', 'ingress.enabled=true,networkPolicies.telemetryPorts={4317}'];
    const { status, said } =
      helm?.run('template', CHART, '--kube-version', `${version}.0`, ...values) ?? {};
    expect(status, said).toBe(0);
    expect(judge(said ?? '', version)).toEqual({ status: 0, said: '' });
  });

  it('refuse a misspelled field', () => {
    const misspelt = (rendered ?? '').replace('minReadySeconds', 'minReadySecond');
    expect(judge(misspelt, '1.32')).toEqual({
      status: 1,
      said: expect.stringMatching(/minReadySecond\b/),
    });
  });
});
