import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@florin/local-servers';
import { baseUrl } from '../../api.ts';
import { makeTame } from '../../examples/tame.ts';
import { readSteps, replaceBlocks, type Step } from '../markdown.ts';
import { missingPrograms, type Shell, startShell } from '../shell.ts';
import { formatJson, showPart } from './show.ts';

const TRIES_MAX = 10;
const TRY_AGAIN_MS = 1_000;
/** Port of the programs in the pages. */
const PORT = 4242;
const STATUSES = '.statuses';
/** The command `florin` in the pages, and its equivalent here. */
const CLI = 'node ~/florin/scripts/bootstrap.mjs run node ~/florin/tools/cli/src/main.ts';
const CLI_HERE = `node ${join(import.meta.dirname, '../../../tools/cli/src/main.ts')}`;
const SDK = join(import.meta.dirname, '../../../sdk');

/** Like curl, but also writes the status of each answer to a file. */
const KEEP_STATUS = `curl() { command curl -w '%{stderr}%{http_code} ' "$@" 2>> $STATUSES; }`;

/** Blocks that are saved to the file that they name, for a shell block. */
const PROGRAMS = ['ts', 'python', 'go'];
/** Blocks that show the output of the shell block before them. */
const ANSWERS = ['json', 'text', 'html'];
/** Optional programs of other languages. */
const RUNTIMES = ['python3', 'go'];

export interface Played {
  /** The page with the real answers. */
  readonly page: string;
  /** Blocks that ran, and blocks that a missing program prevented. */
  readonly ran: number;
  readonly leftOut: number;
  readonly missing: readonly string[];
}

/**
 * Runs every block of a page in one shell and an empty folder, after those of `prelude`. Ids and
 * times in answers are replaced. @throws Error on an unexpected status (default: 2xx).
 */
export async function playPage(page: string, prelude: readonly Step[]): Promise<Played> {
  const startedAt = Date.now();
  const folder = await prepareFolder();
  const shell = startShell();
  try {
    await shell.run(`cd ${folder}\nPATH=${dirname(process.execPath)}:$PATH\nSTATUSES=${join(folder, STATUSES)}\n${KEEP_STATUS}
export XDG_CONFIG_HOME=${folder}
export NODE_OPTIONS=--conditions=florin-source NODE_NO_WARNINGS=1 PYTHONPATH=${join(SDK, 'python/src')}`);
    const run = makeRun(shell, folder, await freePort());
    for (const { block } of prelude) if (block.language === 'sh') await run(block.text);
    return await playSteps(page, { run, folder, tame: makeTame(startedAt) });
  } finally {
    await shell.run('kill $(jobs -p) 2>/dev/null').catch(() => undefined);
    shell.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with the TypeScript client installed. */
async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-guide-'));
  await mkdir(join(folder, 'node_modules/@florin'), { recursive: true });
  await symlink(join(SDK, 'typescript'), join(folder, 'node_modules/@florin/client'));
  return folder;
}

interface Printed {
  readonly text: string;
  /** Status of the last answer; undefined without a request. */
  readonly status: string | undefined;
}
type Run = (lines: string, status?: string) => Promise<Printed>;

/** Many sign up from this address: the gateway answers 429, and the request is retried. */
function makeRun(shell: Shell, folder: string, port: number): Run {
  const statuses = join(folder, STATUSES);
  return async (lines, status) => {
    // Replaces address and port: this Florin's, and a free port.
    const here = lines
      .replace('FLORIN=http://127.0.0.1:8080', `FLORIN=${baseUrl()}`)
      .replace(`PORT=${PORT}`, `PORT=${port}`)
      .replaceAll(CLI, CLI_HERE);
    for (let tries = 1; ; tries += 1) {
      await writeFile(statuses, '');
      const printed = (await shell.run(here)).trim();
      const text = printed.replaceAll(`localhost:${port}`, `localhost:${PORT}`);
      const answered = (await readFile(statuses, 'utf8')).trim().split(/\s+/);
      const last = answered.findLast((each) => /^\d{3}$/.test(each));
      if (last !== '429' || status === '429' || tries === TRIES_MAX) return { text, status: last };
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  };
}

type Tame = ReturnType<typeof makeTame>;

interface Place {
  readonly run: Run;
  readonly folder: string;
  readonly tame: Tame;
}

async function playSteps(page: string, { run, folder, tame }: Place): Promise<Played> {
  const steps = readSteps(page);
  const texts: string[] = [];
  const missing = new Set<string>();
  let printed: Printed = { text: '', status: undefined };
  let isLeftOut = false;
  let leftOut = 0;
  for (const [index, { prose, block }] of steps.entries()) {
    let { text } = block;
    if (PROGRAMS.includes(block.language)) await writeFile(join(folder, block.name), text);
    else if (block.language === 'sh') {
      const lacking = missingRuntimes(text);
      for (const program of lacking) missing.add(program);
      isLeftOut = lacking.length > 0;
      if (!isLeftOut) printed = await run(text, statusOf(steps[index + 1]?.prose));
    } else if (!ANSWERS.includes(block.language))
      throw new Error(`blocks of ${block.language || 'no language'} are not supported`);
    else if (!isLeftOut) text = answerOf(printed, { prose, block }, tame);
    if (isLeftOut) leftOut += 1;
    texts.push(text);
  }
  return {
    page: replaceBlocks(page, texts),
    ran: steps.length - leftOut,
    leftOut,
    missing: [...missing],
  };
}

/** The status that a page announces for its next answer. */
function statusOf(prose = ''): string | undefined {
  return /`(\d{3})`/.exec(prose)?.[1];
}

const absent = new Map(RUNTIMES.map((program) => [program, missingPrograms(program) !== '']));

function missingRuntimes(lines: string): readonly string[] {
  return RUNTIMES.filter(
    (program) => absent.get(program) && new RegExp(`^${program} `, 'm').test(lines),
  );
}

/** The output of a shell block, as its page shows it. */
function answerOf({ text, status }: Printed, { prose, block }: Step, tame: Tame): string {
  const expected = statusOf(prose);
  if (status !== undefined && status !== expected && (expected || !status.startsWith('2')))
    throw new Error(`answered ${status}, not ${expected ?? '2xx'}:\n${prose}\n${text}`);
  if (block.language !== 'json') return `${tame(text)}\n`;
  const shown: unknown = block.text.trim() === '' ? undefined : JSON.parse(block.text);
  return `${formatJson(showPart(shown, tame(parse(text))))}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON:\n${text}`, { cause: error });
  }
}
