import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { queryOnce } from '@florin/system-kit';
import type { PartResult } from './results.ts';

const GIB = 2 ** 30;

export function describeMachine(): PartResult['machine'] {
  const processors = cpus();
  return {
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memory_gib: Math.round(totalmem() / GIB),
    kernel: `${process.platform} ${release()}`,
  };
}

/**
 * Watches the processor time that a virtual machine's host withholds: `steal` in /proc/stat
 * (proc(5)). Returns a function that gives the percentage since then; null if unknown.
 */
export function watchStolen(): () => number | null {
  const before = readTicks();
  return () => {
    const after = readTicks();
    if (!before || !after || after.all === before.all) return null;
    return (100 * (after.stolen - before.stolen)) / (after.all - before.all);
  };
}

function readTicks(): { readonly all: number; readonly stolen: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  // user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user.
  const line = /^cpu +(.+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? '';
  const ticks = line.split(' ').slice(0, 8).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

export async function postgresVersion(serverUrl: string): Promise<string> {
  const [row] = await queryOnce<{ server_version: string }>(serverUrl, 'show server_version');
  return row?.server_version ?? 'unknown';
}
