import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Everything that is brought for this checkout alone; ignored by git and safe to delete. */
export const toolsDir = join(root, '.tools');
