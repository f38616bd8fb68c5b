import { readFileSync } from 'node:fs';

/** What names the file that holds a setting: for secrets that must not stand in an environment. */
export function fileOf(setting: string): string {
  return `${setting}_FILE`;
}

/**
 * Those of these settings that stand in files, without the line end that editors leave.
 * @param spell how a setting is called in the whole environment.
 * @throws Error that names every setting whose file cannot be read, or that is given twice.
 */
export function readSettingFiles(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
  spell: (name: string) => string,
): Record<string, string> {
  const found: Record<string, string> = {};
  const problems: string[] = [];
  for (const setting of settings) {
    const path = env[fileOf(setting)];
    if (path === undefined) continue;
    if (env[setting] !== undefined) {
      problems.push(`${spell(setting)} and ${spell(fileOf(setting))} are both set: keep one`);
      continue;
    }
    try {
      found[setting] = readFileSync(path, 'utf8').trimEnd();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push(`${spell(fileOf(setting))}: the file cannot be read (${code})`);
    }
  }
  if (problems.length === 0) return found;
  throw new Error(['invalid environment', ...problems.map((line) => `  ${line}`)].join('\n'));
}
