import { readFileSync } from 'node:fs';

/** Setting with the path of a file with another setting, to keep secrets out of the environment. */
export function fileOf(setting: string): string {
  return `${setting}_FILE`;
}

/**
 * Reads settings from files, without a final line break.
 * @param spell original name of a setting
 * @throws Error that lists settings with unreadable files, or given twice
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
