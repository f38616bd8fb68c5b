import { AppError } from '@florin/contracts';

const startingMs = 10_000;

/**
 * Whether a service may fail like this because it was started together with this process and does
 * not listen yet. `/readyz` says who is missing; a warning at every start would teach nobody
 * anything. What answers wrongly is no such case.
 */
export function mayStillStart(error: unknown): boolean {
  // Counted from the start of the process.
  const isYoung = performance.now() < startingMs;
  return isYoung && error instanceof AppError && error.code === 'unavailable';
}
