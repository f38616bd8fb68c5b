import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSteps } from '../markdown.ts';
import type { Page } from './pages.ts';

const root = join(import.meta.dirname, '../../..');

/** Compiler errors in the pages' TypeScript under our own strict settings; empty without one. */
export async function compilePrograms(pages: readonly Page[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-guides-'));
  try {
    await mkdir(join(folder, 'node_modules/@florin'), { recursive: true });
    await symlink(join(root, 'sdk/typescript'), join(folder, 'node_modules/@florin/client'));
    await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    for (const { name, text } of pages) {
      await mkdir(join(folder, name));
      for (const { block } of readSteps(text))
        if (block.language === 'ts') await writeFile(join(folder, name, block.name), block.text);
    }
    const options = { customConditions: ['florin-source'], lib: ['es2024', 'dom'] };
    const settings = { extends: join(root, 'tsconfig.json'), compilerOptions: options };
    const include = { include: ['*/*.ts'], exclude: ['node_modules'] };
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, ...include }));
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(folder: string): Promise<string> {
  try {
    await promisify(execFile)(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', folder, '--checkers', '1'],
      {
        cwd: folder,
      },
    );
    return '';
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    if (!stdout) throw error;
    return stdout;
  }
}
