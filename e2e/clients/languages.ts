import { execFileSync, type SpawnOptionsWithoutStdio } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clients; another folder holds copies that tests break. */
const sdk = process.env.FLORIN_SDK_DIR ?? join(import.meta.dirname, '../../sdk');

/** How to run a program in a client's language. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: SpawnOptionsWithoutStdio;
}

export interface Language {
  readonly name: string;
  readonly root: string;
  /** Language marker of code blocks in its README. */
  readonly fence: string;
  /** Undefined if the tools are installed. */
  readonly missing: string | undefined;
  /** The file of an example such as `ask-for-money`. */
  exampleFile(name: string): string;
  /** Takes as long as the program's build. */
  makeDriver(): Program;
  makeExample(name: string): Program;
}

const typescript = join(sdk, 'typescript');
const python = join(sdk, 'python');
const go = join(sdk, 'go');

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    root: typescript,
    fence: 'ts',
    missing: undefined,
    exampleFile: (name) => `examples/${name}.ts`,
    makeDriver: () => byNode('test/driver.ts'),
    makeExample: (name) => byNode(`examples/${name}.ts`),
  },
  {
    name: 'Python',
    root: python,
    fence: 'python',
    missing: lack('python3', ['--version'], [3, 10]),
    exampleFile: (name) => `examples/${name.replaceAll('-', '_')}.py`,
    makeDriver: () => byPython('tests/driver.py'),
    makeExample: (name) => byPython(`examples/${name.replaceAll('-', '_')}.py`),
  },
  {
    name: 'Go',
    root: go,
    fence: 'go',
    missing: lack('go', ['env', 'GOVERSION'], [1, 24]),
    exampleFile: (name) => `examples/${name}/main.go`,
    makeDriver: () => builtByGo('./internal/driver'),
    makeExample: (name) => builtByGo(`./examples/${name}`),
  },
];

/** Python finds the client in place and leaves no files behind. */
export const pythonEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: join(python, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** The installed Go, without a network. Without C, its library compiles faster. */
export const goEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  CGO_ENABLED: '0',
  GOTOOLCHAIN: 'local',
  GOPROXY: 'off',
};

/** Prints which clients are not tested, and why. */
export function reportMissing(): void {
  for (const { name, missing } of languages)
    if (missing !== undefined) process.stdout.write(`client for ${name} left out: ${missing}\n`);
}

function byNode(file: string): Program {
  return { command: process.execPath, args: [join(typescript, file)], options: {} };
}

function byPython(file: string): Program {
  const options = { env: pythonEnvironment };
  return { command: 'python3', args: [join(python, file)], options };
}

function builtByGo(folder: string): Program {
  const command = join(mkdtempSync(join(tmpdir(), 'florin-go-')), 'program');
  execFileSync('go', ['build', '-o', command, folder], { cwd: go, env: goEnvironment });
  return { command, args: [], options: {} };
}

/** The message for a missing or outdated tool. */
function lack(
  command: string,
  args: readonly string[],
  [majorMin, minorMin]: readonly [number, number],
): string | undefined {
  const needed = `${command} ${majorMin}.${minorMin} or newer`;
  try {
    const env = { ...process.env, GOTOOLCHAIN: 'local' };
    const output = execFileSync(command, args, { env, encoding: 'utf8' });
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(output) ?? []).map(Number);
    const isEnough = major > majorMin || (major === majorMin && minor >= minorMin);
    return isEnough ? undefined : `it needs ${needed}, and this is ${output.trim()}`;
  } catch {
    return `it needs ${needed}, which is not here`;
  }
}
