/** Draws the floors of each service, highest first, as Mermaid. */
import { floors } from './floors.mjs';

/** Files at the top of each service, which say nothing about it. */
const common = new Set(['main', 'generate', 'generate-openapi', 'openapi', 'migrations']);

const drawn = ([workspace, levels]) => {
  const name = workspace.split('/').at(-1);
  const shown = levels
    .map((level) => level.filter((entry) => !common.has(entry)))
    .filter((level) => level.length > 0)
    .toReversed();
  const nodes = shown.map((level, index) => `  f${index}["${level.join(' · ')}"]`);
  const arrows = shown.slice(1).map((_, index) => `  f${index} --> f${index + 1}`);
  return [`## ${name}`, '', '```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n');
};

export const picture = [
  '# Floors of the services',
  '',
  'Each box is a floor of `apps/<service>/src`: a folder or file imports only from floors below, never from its own',
  'floor. `pnpm check:layers` enforces this, and draws this page from the rules in `scripts/layers/floors`',
  '(`node scripts/layers/check.mjs --write`).',
  '',
  ...Object.entries(floors)
    .map(drawn)
    .flatMap((text) => [text, '']),
].join('\n');
