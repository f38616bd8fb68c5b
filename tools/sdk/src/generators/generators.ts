import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installMaven, installNode, installPython } from './install.ts';
import { isInstalled, runProgram } from './run-program.ts';

/** Builds a client from the document, as an integrator does, and compiles it. */
export interface Generator {
  readonly name: string;
  /** Undefined if its tools are installed. */
  readonly missing: () => string | undefined;
  /** @throws Error with the output of the tool that refused the document or the client */
  readonly build: (document: string, folder: string) => void;
  /** Names a step that this machine cannot run. */
  readonly unproved?: () => string | undefined;
}

const GENERATE_MS_MAX = 300_000;
const COMPILE_MS_MAX = 600_000;
const client = join(import.meta.dirname, '../../../../sdk/typescript/node_modules/.bin');

const specValidator = 'openapi-spec-validator==0.7.2';
const pythonClient = ['openapi-python-client==0.29.1', 'ruff==0.17.6'];
const heyApi = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];
const javaGenerator = 'org.openapitools:openapi-generator-cli:7.25.0';

/** Media types that openapi-python-client does not support, and their substitutes. */
const pythonOverrides = `content_type_overrides:
  application/pdf: application/octet-stream
  application/jsonl: application/octet-stream
  text/event-stream: text/plain
`;

const needsPython = () => (isInstalled('python3', '-m', 'pip', '--version') ? undefined : 'no pip');
const needsJava = () =>
  isInstalled('mvn', '-v') && isInstalled('java', '-version') ? undefined : 'no JDK with Maven';

export const generators: readonly Generator[] = [
  {
    name: 'openapi-spec-validator',
    missing: needsPython,
    build(document) {
      const args = ['-m', 'openapi_spec_validator', '--errors', 'all', document];
      runProgram('python3', args, {
        env: installPython(specValidator),
        timeoutMs: GENERATE_MS_MAX,
      });
    },
  },
  {
    name: 'openapi-typescript',
    missing: () => undefined,
    build(document, folder) {
      runProgram(join(client, 'openapi-typescript'), [document, '-o', 'schema.ts'], {
        ...{ cwd: folder, timeoutMs: GENERATE_MS_MAX },
      });
      compileTypeScript(join(client, 'tsc'), folder, 'schema.ts');
    },
  },
  {
    name: 'hey-api/openapi-ts',
    missing: () => undefined,
    build(document, folder) {
      const bin = installNode(...heyApi);
      runProgram(join(bin, 'openapi-ts'), ['-i', document, '-o', 'client', '--no-log-file'], {
        ...{ cwd: folder, timeoutMs: GENERATE_MS_MAX },
      });
      compileTypeScript(join(bin, 'tsc'), folder, 'client/index.ts');
    },
  },
  {
    name: 'openapi-python-client',
    missing: needsPython,
    build(document, folder) {
      const env = installPython(...pythonClient);
      writeFileSync(join(folder, 'config.yaml'), pythonOverrides);
      const args = ['-m', 'openapi_python_client', 'generate', '--path', document];
      const into = ['--config', 'config.yaml', '--output-path', 'client', '--meta', 'none'];
      const run = { cwd: folder, env, timeoutMs: GENERATE_MS_MAX };
      const output = runProgram('python3', [...args, ...into], run);
      // It exits with 0 even if it has left something out.
      if (output.includes('WARNING')) throw new Error(output);
      const compile =
        'import compileall, sys; sys.exit(not compileall.compile_dir("client", quiet=1))';
      const written = { ...env, PYTHONDONTWRITEBYTECODE: '' };
      runProgram('python3', ['-c', compile], { ...run, env: written });
      runProgram('python3', ['-c', importAll], { ...run, env });
    },
  },
  {
    name: 'openapi-generator java',
    missing: needsJava,
    build(document, folder) {
      generateByJava(document, folder, 'java', '--library', 'native', ...JAVA_OPTIONS);
      runProgram('mvn', ['-q', '-B', '-DskipTests', 'compile'], {
        ...{ cwd: join(folder, 'client'), timeoutMs: COMPILE_MS_MAX },
      });
    },
  },
  {
    name: 'openapi-generator csharp',
    missing: needsJava,
    unproved: () => (isInstalled('dotnet', '--version') ? undefined : 'not compiled: no dotnet'),
    build(document, folder) {
      generateByJava(document, folder, 'csharp');
      if (!isInstalled('dotnet', '--version')) return;
      runProgram('dotnet', ['build', '--nologo'], {
        ...{ cwd: join(folder, 'client'), timeoutMs: COMPILE_MS_MAX },
      });
    },
  },
];

const JAVA_OPTIONS = ['--additional-properties', 'openApiNullable=false'];

const importAll = `
import importlib, pkgutil, client
for module in pkgutil.walk_packages(client.__path__, "client."):
    importlib.import_module(module.name)
`;

function generateByJava(document: string, folder: string, language: string, ...more: string[]) {
  const jars = installMaven(javaGenerator);
  const [jar = ''] = readdirSync(jars).filter((name) => name.endsWith('.jar'));
  const parts = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  const args = ['-Xmx700m', '-jar', join(jars, jar), 'generate', '-i', document, '-g', language];
  runProgram('java', [...args, '-o', 'client', '--global-property', parts, ...more], {
    ...{ cwd: folder, timeoutMs: GENERATE_MS_MAX },
  });
}

function compileTypeScript(tsc: string, folder: string, file: string): void {
  const target = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable'];
  const modules = ['--module', 'preserve', '--moduleResolution', 'bundler', '--skipLibCheck'];
  runProgram(tsc, ['--noEmit', '--strict', ...target, ...modules, file], {
    ...{ cwd: folder, timeoutMs: COMPILE_MS_MAX },
  });
}
