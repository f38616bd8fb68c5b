import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';

/** The first build of a Go program takes a minute on a busy machine. */
const RUN_MS_MAX = 600_000;

export interface Shell {
  /** Runs lines as if pasted by a person; resolves with all output. */
  run(lines: string): Promise<string>;
  end(): void;
}

/** One bash for many blocks, so that a block has the variables of earlier ones. */
export function startShell(): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(bash.stdout)[Symbol.asyncIterator]();
  // A killed bash shows as the end of its output.
  bash.stdin.on('error', () => undefined);
  bash.stdin.write('exec 2>&1\n');

  async function run(block: string): Promise<string> {
    const mark = randomUUID();
    bash.stdin.write(`${block}\necho; echo ${mark}\n`);
    const timer = setTimeout(() => bash.kill(), RUN_MS_MAX);
    let output = '';
    for (let next = await lines.next(); next.value !== mark; next = await lines.next()) {
      if (next.done) throw new Error(`bash has exited at\n${block}\n${output}`);
      output += `${next.value}\n`;
    }
    clearTimeout(timer);
    return output;
  }
  return { run, end: () => bash.stdin.end() };
}

/** Programs missing on this machine; empty if all are installed. */
export function missingPrograms(...programs: readonly string[]): string {
  const isMissing = (program: string) => {
    try {
      execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  };
  return programs.filter(isMissing).join(' and ');
}
