import { floorRules } from './floors.mjs';

/** Rules for imports. Tests may import more than the code beside them. */
const tests =
  '\\.(test|control)\\.ts$|/test/|^packages/(testing|service-testing|contract-tests)/|^e2e/';

/**
 * Within a noun's folder, the file name is its layer: `model`, `decide`, or with a detail,
 * `decide-refund`, `invoice-model`.
 */
const named = (...layers) => `^apps/.+[/-](${layers.join('|')})(-.+|)\\.ts$`;
const pure = `^apps/[^/]+/src/domain/|${named('model', 'commands', 'decide', 'apply', 'state', 'batch', 'ids', 'consistency')}`;
const doors = named('routes', 'rpcs', 'consumers');

/** @type {import('dependency-cruiser').IConfiguration} */
export const configuration = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'two files that need each other are one file, or hide a third',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-app-imports-an-app',
      comment: 'services meet over gRPC, HTTP and events only',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'no-package-imports-an-app-or-a-tool',
      comment: 'packages are what apps and tools stand on',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|tools|e2e)/' },
    },
    {
      name: 'models-and-decisions-are-pure',
      comment: 'they know each other, money, tax and contracts, and nothing that does I/O',
      severity: 'error',
      from: { path: pure, pathNot: `/generate-|${tests}` },
      to: { pathNot: `${pure}|^packages/(money|tax|contracts)/` },
    },
    {
      name: 'statements-are-pure',
      comment: 'what is written is encoded as a whole before anything is sent',
      severity: 'error',
      from: { path: named('statements'), pathNot: tests },
      to: { pathNot: `${pure}|${named('rows')}|^packages/(database|money|contracts)/` },
    },
    {
      name: 'doors-are-outermost',
      comment: 'routes, RPCs and consumers call operations and queries, which know nothing of them',
      severity: 'error',
      from: {
        path: '^apps/[^/]+/src/',
        pathNot: `${doors}|/src/(main|service|openapi)\\.ts$|${tests}`,
      },
      to: { path: doors },
    },
    {
      name: 'queries-know-no-operation',
      severity: 'error',
      from: { path: named('queries', 'schema', 'rows'), pathNot: tests },
      to: { path: named('operations', 'routes', 'rpcs', 'consumers', 'workers') },
    },
    {
      name: 'only-events-imports-nats',
      comment: 'the client of NATS will be replaced one day: in one place',
      severity: 'error',
      from: { pathNot: `^packages/events/|${tests}` },
      to: { path: 'node_modules/nats/' },
    },
    {
      name: 'no-test-code-in-products',
      severity: 'error',
      from: { path: '^(apps|packages|tools)/', pathNot: tests },
      to: { path: '^packages/(testing|service-testing|contract-tests)/' },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...floorRules(tests),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // The parser reads no JSX. Missing imports of the console's web app make its bundling fail.
    exclude: { path: '/gen/|^apps/console/web/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};

/** Folders import each other in one direction, type imports included. @type {typeof configuration} */
export const folderConfiguration = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'two folders that need each other cannot be learned one by one',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...configuration.options,
    metrics: true,
    exclude: { path: `${configuration.options.exclude.path}|${tests}` },
  },
};
