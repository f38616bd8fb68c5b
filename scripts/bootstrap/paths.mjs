import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Tools downloaded for this checkout; ignored by git and safe to delete. */
export const toolsDir = join(root, '.tools');
