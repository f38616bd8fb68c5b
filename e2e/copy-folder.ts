import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Programs find their folder by their own path, so these are copied; packages are linked. */
export function copyFolder(from: string, to: string): void {
  const packages = join(from, 'node_modules');
  cpSync(from, to, { recursive: true, filter: (path) => path !== packages });
  symlinkSync(packages, join(to, 'node_modules'));
}
