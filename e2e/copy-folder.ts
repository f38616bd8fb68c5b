import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Programs find their own folder by where they stand, so these are copied; packages stay. */
export function copyFolder(from: string, to: string): void {
  const packages = join(from, 'node_modules');
  cpSync(from, to, { recursive: true, filter: (path) => path !== packages });
  symlinkSync(packages, join(to, 'node_modules'));
}
