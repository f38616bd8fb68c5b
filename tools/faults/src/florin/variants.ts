import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';

/** An app that is started from another file than its own: `variants/<app>/<file>`. */
export interface Variant {
  readonly app: PeerName;
  readonly file: string;
}

/** The setting of the launcher that names the file which holds the variants. */
export const VARIANTS_VARIABLE = 'FAULTS_VARIANTS_FILE';

/** Writes which variants are started from now on. */
export async function writeVariants(path: string, variants: readonly Variant[]): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(variants));
  await rename(`${path}.new`, path);
}

/** The file that an app is started from now; undefined for its own. */
export function variantEntryOf(path: string, app: PeerName): string | undefined {
  const variants: readonly Variant[] = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : [];
  const found = variants.find((variant) => variant.app === app);
  return found && join(import.meta.dirname, '../variants', app, found.file);
}
