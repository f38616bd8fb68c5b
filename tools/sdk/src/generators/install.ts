import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

const INSTALL_MS_MAX = 240_000;
const home = join(import.meta.dirname, '../../../../.tools/generators');

/**
 * The folder of a tool in `.tools/`, installed once for each list of packages.
 * @param install fills a new folder, which is kept if it succeeds
 */
function installOnce(
  kind: string,
  packages: readonly string[],
  install: (folder: string) => void,
): string {
  const version = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const folder = join(home, `${kind}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(home, { recursive: true });
  const attempt = mkdtempSync(join(home, `${kind}-new-`));
  try {
    install(attempt);
    if (!existsSync(folder)) renameSync(attempt, folder);
  } finally {
    rmSync(attempt, { recursive: true, force: true });
  }
  return folder;
}

/** Installs packages of PyPI; returns the environment that runs their modules: `python -m …`. */
export function installPython(...packages: readonly string[]): NodeJS.ProcessEnv {
  const folder = installOnce('python', packages, (target) => {
    const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    runProgram('python3', [...args, '--target', target, ...packages], {
      timeoutMs: INSTALL_MS_MAX,
    });
  });
  const PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
  return { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', PATH };
}

/** Installs packages of npm; returns the folder of their programs. */
export function installNode(...packages: readonly string[]): string {
  const folder = installOnce('node', packages, (target) => {
    writeFileSync(join(target, 'package.json'), '{ "private": true, "type": "module" }\n');
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
    runProgram('npm', [...args, ...packages], { cwd: target, timeoutMs: INSTALL_MS_MAX });
  });
  return join(folder, 'node_modules/.bin');
}

/** Downloads an artifact of Maven Central, `group:name:version`; returns its folder. */
export function installMaven(artifact: string): string {
  return installOnce('maven', [artifact], (target) => {
    const args = ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`];
    runProgram('mvn', [...args, `-DoutputDirectory=${target}`], {
      cwd: target,
      timeoutMs: INSTALL_MS_MAX,
    });
  });
}
