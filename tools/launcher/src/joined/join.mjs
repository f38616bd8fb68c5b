/** Builds the bundles of `find.mjs`. Runs on the apps' Node, after packages are installed. */
import { readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { indexOf, joinedDir, originOfJoined, root } from './find.mjs';

/**
 * Packages of many files, and packages that share files with them. Rarely used ones are not worth
 * it.
 */
const NAMES = [
  '@grpc/grpc-js',
  '@grpc/proto-loader',
  '@opentelemetry/api',
  'express',
  'grpc-health-check',
  'jose',
  'kysely',
  'kysely/migration',
  'nats',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
  'temporal-polyfill',
  'undici',
  'uuid',
  'zod',
  'zod-openapi',
];

/** CommonJS modules load Node's modules with `require`, which ES modules lack. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

const entries = NAMES.map((name) => ({
  name,
  file: `${name.replaceAll('/', '.')}.mjs`,
  dir: whoDependsOn(name),
}));
const nextDir = `${joinedDir}.new`;
await rm(nextDir, { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(
    entries.map(({ name, file }) => [basename(file, '.mjs'), `joined:${name}`]),
  ),
  outdir: nextDir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Node's conditions, without the `module` condition that esbuild adds by default.
  conditions: ['node'],
  banner: { js: REQUIRE },
  // Node keeps the source in memory, with two bytes for each character unless all are Latin-1.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'error',
  plugins: [{ name: 'joined', setup: joinThem }],
});
const files = entries.map(({ name, file, dir }) => [name, file, dir]);
await writeFile(indexOf(nextDir), JSON.stringify({ origin: originOfJoined(), files }));
await rm(joinedDir, { recursive: true, force: true });
await rename(nextDir, joinedDir);

/** A workspace folder with this dependency; all have the same version. */
function whoDependsOn(name) {
  const [first, second] = name.split('/');
  const dependency = name.startsWith('@') ? `${first}/${second}` : first;
  for (const parent of ['packages', 'apps'])
    for (const folder of readdirSync(join(root, parent))) {
      const dir = join(root, parent, folder);
      const { dependencies = {} } = readJson(join(dir, 'package.json'));
      if (dependency in dependencies) return dir;
    }
  throw new Error(`nothing depends on ${dependency}: remove it from ${import.meta.filename}`);
}

function joinThem(esbuild) {
  esbuild.onResolve({ filter: /^joined:/ }, ({ path }) => ({
    path: path.slice('joined:'.length),
    namespace: 'joined',
  }));
  esbuild.onLoad({ filter: /.*/, namespace: 'joined' }, async ({ path: name }) => {
    const { dir } = entries.find((entry) => entry.name === name);
    const { path } = await esbuild.resolve(name, { kind: 'import-statement', resolveDir: dir });
    const names = Object.keys(await import(pathToFileURL(path).href));
    const contents = isCommonJs(path) ? asNodeImports(name, names) : reexport(name, names);
    return { contents, resolveDir: dir };
  });
  // Unicode tables of unused scripts are loaded on demand.
  esbuild.onResolve({ filter: /^\.\/tables\/.*\.json$/ }, ({ path, resolveDir }) => ({
    path: join(resolveDir, path),
    external: true,
  }));
  // Some packages read files next to their code.
  esbuild.onLoad({ filter: /\/node_modules\/.*\.c?js$/ }, ({ path }) => {
    const text = readFileSync(path, 'utf8');
    if (!text.includes('__dirname')) return undefined;
    return {
      contents: text.replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(path))),
      loader: 'js',
    };
  });
}

/**
 * Mimics Node's import of a CommonJS module: its exports are the default, and their properties are
 * named exports.
 */
function asNodeImports(name, names) {
  const lines = names
    .filter((each) => !['default', 'module.exports', '__esModule'].includes(each))
    .map((each, index) => `const n${index} = it.${each}; export { n${index} as ${each} };`);
  return [`const it = require(${JSON.stringify(name)}); export default it;`, ...lines].join('\n');
}

function reexport(name, names) {
  const from = JSON.stringify(name);
  const others = `export * from ${from};`;
  return names.includes('default') ? `${others} export { default } from ${from};` : others;
}

function isCommonJs(path) {
  if (extname(path) !== '.js') return extname(path) === '.cjs';
  return readJson(findPackageJSON(pathToFileURL(path))).type !== 'module';
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
