/** A failure that has been explained already; it needs no stack trace. */
export class StepFailed extends Error {}

/**
 * Runs one step and prints one line for it, with the time it took. A step that has nothing to do
 * returns before it calls this, so that a second start is silent.
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
