/** A failure that was already explained, so its stack trace is not printed. */
export class StepFailed extends Error {}

/**
 * Runs a step and prints a line with its duration. Steps without work return before this call, so
 * that a second start is silent.
 */
export async function step(title, work) {
  const startedAt = performance.now();
  process.stderr.write(`florin  ${title} … `);
  try {
    const result = await work();
    process.stderr.write(`${secondsSince(startedAt)}\n`);
    return result;
  } catch (error) {
    process.stderr.write(`failed after ${secondsSince(startedAt)}\n`);
    throw error;
  }
}

function secondsSince(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
