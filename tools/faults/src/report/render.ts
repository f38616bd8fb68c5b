import type { Result } from './result.ts';

/** The page of all results. Pure. */
export function renderReport(results: readonly Result[]): string {
  return `# Florin under faults

Written by \`npm run faults\`; do not edit it. Each row injects a fault into its own Florin, with clients that write journals to
disk, and then compares their responses with the public API and the tables. Most threats are rows that run tests of the product.
The control of a row is the same run with one defect. A row whose control finds no violation proves nothing and counts as failed.
[tools/faults](../tools/faults/README.md) says how to read a row and how to add one; [guarantees](guarantees.md) lists the promises.

| row | fault | must hold | result | control | result of the control |
| --- | --- | --- | --- | --- | --- |
${results.map(toTableRow).join('\n')}

| row | verdict | counts | seed | took | date | versions |
| --- | --- | --- | --- | --- | --- | --- |
${results.map(toRunRow).join('\n')}

## Found and fixed

- F20: a process that stops waits a moment for requests on its idle connections. A busy one closed them with an unread request, and
  the client saw a reset. It now reads arrived data before it closes a connection.
- F23: a NATS server whose disk was full does not recover when there is space again. The launcher restarts it.
- F4: events published to a stream that NATS is still removing can be lost. A service now waits until the old stream is gone.
- F2: two concurrent changes of one account could reach identity in one order and be stored in the other. Such changes, and
  closing, now lock the account.
- F19: a billing process whose clock is minutes off is refused by the ledger, but kept taking due work from a process that could do
  it. It now returns the work and pauses.

## Not covered

- **Power loss.** When a process is killed, the operating system still has its writes; when a machine loses power, it does
  not. Postgres promises that a commit survives, with \`fsync\` and \`synchronous_commit\` on and a correct disk. A proof needs a
  machine whose power can be cut.
- **Corruption on disk.** Postgres checksums find a flipped bit, and a backup repairs it.
- **Several machines.** All processes share one clock and a network that loses nothing.
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
