import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A `*.control.ts` file next to the tests that must notice its defect. Paths start at the root. */
export interface ControlFile {
  readonly id: string;
  readonly path: string;
  readonly tests: string;
}

const PATTERN = '{packages,apps,tools}/**/*.control.ts';

/** @throws Error for a file without an id or without the tests that it runs. */
export function findControls(root: string): readonly ControlFile[] {
  const exclude = (name: string) => name.endsWith('node_modules');
  return globSync(PATTERN, { cwd: root, exclude })
    .map((path) => toControlFile(path, readFileSync(join(root, path), 'utf8')))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
}

export function toControlFile(path: string, text: string): ControlFile {
  const [, id] = /^ {2}id: '([FT]\d+B?)',$/m.exec(text) ?? [];
  const [, tests] = /^import '(.+\.test\.ts)';$/m.exec(text) ?? [];
  if (id === undefined || tests === undefined)
    throw new Error(`${path}: export a control with an id, and import its tests`);
  return { id, path, tests: join(dirname(path), tests) };
}
