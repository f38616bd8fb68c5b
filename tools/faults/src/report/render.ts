import type { Result } from './result.ts';

/** The page of all results. Pure. */
export function renderReport(results: readonly Result[]): string {
  return `# Florin under faults

Written by \`npm run faults\`; do not edit it. Each row hurts a Florin of its own, with clients that
keep journals on disk, and then holds what they were told against the public API and the tables;
most threats are rows that run tests of the product. Its control is the same run with one broken
part: a row whose control does not end in violations proves nothing and counts as failed. [tools/faults](../tools/faults/README.md) says how
to read a row and how to add one.

| row | what is done | what must hold | seen | control | seen |
| --- | --- | --- | --- | --- | --- |
${results.map(toTableRow).join('\n')}

| row | verdict | counts | seed | took | date | versions |
| --- | --- | --- | --- | --- | --- | --- |
${results.map(toRunRow).join('\n')}

## What was found, and what mended it

- A process that is told to end waits a moment for the last requests on its idle connections. A busy
  one closed them with a request unread on them, and the client saw a reset (F20): it now reads what
  has arrived before it closes anything.
- A NATS whose disk was full does not answer again once there is room (F23): the launcher ends it
  and starts it anew.
- What is published to a stream that NATS is still removing can be lost (F4): a service waits until
  the old stream is gone before it makes the new one.
- Two changes of one account at once could reach identity in one order and be saved in the other
  (F2): such changes and closing now claim the account.
- A billing process whose clock is minutes off is refused by the ledger, but went on taking what was
  due from the process that could have charged it (F19): it now gives it back and rests.

## What is not covered

- **Loss of power.** A killed process leaves its writes to the operating system, which keeps them;
  a machine that loses its power does not. That a commit survives this is Postgres's promise, with
  \`fsync\` and \`synchronous_commit\` on, and that of the disk; proving it takes a machine that can
  be cut off.
- **Corruption on disk.** A bit that flips under Postgres is for its checksums to find, and for a
  backup to mend.
- **More than one machine.** All processes share a clock and a network that loses nothing.
`;
}

function toTableRow(result: Result): string {
  const { id, fault, holds, figure, control, control_figure } = result;
  return line([id, fault, holds, figure, control, control_figure]);
}

function toRunRow(result: Result): string {
  const { id, passed, counts, seed, seconds, date, versions } = result;
  return line([id, passed ? 'held' : 'FAILED', counts, `${seed}`, `${seconds} s`, date, versions]);
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
