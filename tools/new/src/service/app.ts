import type { Change, Tree } from '../edit.ts';
import { namesOf } from './names.ts';
import { readmeText } from './readme.ts';
import {
  cleanUpText,
  configText,
  endpointText,
  generateText,
  indexText,
  mainText,
  migrationText,
  openApiText,
  queriesText,
  routesText,
  schemaText,
  serviceText,
} from './source-texts.ts';
import { documentTestText, testText, useText } from './test-texts.ts';

/** An app with all of its packages, whose versions it copies. */
const SIBLING = 'apps/mail/package.json';
/** Imports of its first files. */
export const DEPENDENCIES = [
  ...['contracts', 'database', 'events', 'http-api', 'service'].map((name) => `@florin/${name}`),
  ...['kysely', 'zod'],
] as const;
export const DEV_DEPENDENCIES = ['@florin/service-testing', '@florin/testing', 'vitest'] as const;

/** The files of the app itself. */
export function appFiles(tree: Tree, name: string): readonly Change[] {
  const names = namesOf(name);
  const files: Record<string, string> = {
    'package.json': packageText(tree, name),
    'README.md': readmeText(names),
    'examples.json': examplesText(tree, name),
    'src/main.ts': mainText(names),
    'src/config.ts': configText(names),
    'src/openapi.ts': openApiText(names),
    'src/generate-openapi.ts': generateText,
    'src/service.ts': serviceText(names),
    'src/schema.ts': schemaText(names),
    'src/clean-up.ts': cleanUpText,
    'src/routes.ts': routesText(names),
    [`src/migrations/0001-${name}.ts`]: migrationText(names),
    'src/migrations/index.ts': indexText(names),
    [`src/${name}/queries.ts`]: queriesText(names),
    [`src/${name}/routes.ts`]: endpointText(names),
    [`test/use-${name}.ts`]: useText(names),
    [`test/${name}.test.ts`]: testText(names),
    'test/openapi.test.ts': documentTestText,
  };
  return Object.entries(files).map(([path, text]) => ({ path: `apps/${name}/${path}`, text }));
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function packageText(tree: Tree, name: string): string {
  const sibling: Manifest = JSON.parse(tree.read(SIBLING));
  const pick = (wanted: readonly string[], from: Readonly<Record<string, string>>) =>
    Object.fromEntries(wanted.map((each) => [each, from[each]]));
  const manifest = {
    ...{ name: `@florin/${name}`, version: '0.2.0', license: 'Apache-2.0' },
    ...{ private: true, type: 'module' },
    scripts: {
      dev: `FLORIN_DATA_DIR=\${FLORIN_DATA_DIR:-.florin/dev-${name}} node ../../tools/launcher/src/main.ts --watch ${name}`,
      start: 'node src/main.ts',
      migrate: 'node src/main.ts migrate',
      test: `vitest run --root ../.. apps/${name}`,
      generate: 'node src/generate-openapi.ts',
    },
    dependencies: pick(DEPENDENCIES, sibling.dependencies),
    devDependencies: pick(DEV_DEPENDENCIES, sibling.devDependencies),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The status answers of every service, copied from one with an outbox and without consumers. */
function examplesText(tree: Tree, name: string): string {
  const shown = JSON.parse(tree.read('apps/ledger/examples.json'))['GET /v1/system/ledger'];
  const response = { ...shown.response, service: name, features: {} };
  const examples = {
    [`GET /v1/${name}`]: { response: { object: name, livemode: false, note: null } },
    [`GET /v1/system/${name}`]: { response: { ...response, consumers: [], unended_work: null } },
  };
  return `${JSON.stringify(examples, null, 2)}\n`;
}
