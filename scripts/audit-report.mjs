import { spawnSync } from 'node:child_process';

/** Severities listed by name; the others are counted. */
const SHOWN = ['high', 'critical'];
const TIMEOUT_MS = 30_000;

/**
 * Reports known vulnerabilities of dependencies in a CI run. Never fails: an advisory is unrelated
 * to the change under test, and some registries lack the endpoint.
 */
const [timeoutMs = TIMEOUT_MS] = process.argv.slice(2).map(Number);
const { stdout } = spawnSync('pnpm', ['audit', '--audit-level', 'high', '--json'], {
  encoding: 'utf8',
  timeout: timeoutMs,
  killSignal: 'SIGKILL',
  maxBuffer: 64 * 1024 * 1024,
});
process.stdout.write(`${toLines(stdout ?? '').join('\n')}\n`);

/** @param {string} output of `pnpm audit --json` */
function toLines(output) {
  const { advisories, metadata } = parse(output);
  const counts = Object.entries(metadata?.vulnerabilities ?? {});
  if (!advisories || counts.length === 0) return ['audit: not available'];
  const shown = Object.values(advisories).filter(({ severity }) => SHOWN.includes(severity));
  return [
    `audit: ${counts.map(([severity, count]) => `${count} ${severity}`).join(', ')}`,
    ...shown.map(
      ({ severity, module_name, vulnerable_versions, title, url }) =>
        `  ${severity}: ${module_name} ${vulnerable_versions}: ${title} (${url})`,
    ),
  ];
}

/** @param {string} output */
function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}
