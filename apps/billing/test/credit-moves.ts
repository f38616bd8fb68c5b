import type { MoneyStory } from './money-story.ts';

/** A step of a random history. */
export type Move = readonly [name: string, (story: MoneyStory, choice: number) => unknown];

const DAY_MS = 86_400_000;

/** A seller grants credit and takes it back, and credit expires. */
export const creditMoves: readonly Move[] = [
  [
    'grant',
    (story, choice) => {
      const days = choice % 4 === 0 ? null : (choice % 60) * DAY_MS + 1;
      story.adjust(BigInt((choice * 29) % 5_000) + 1n, days === null ? null : story.now + days);
    },
  ],
  ['take back', (story, choice) => story.adjust(-BigInt((choice * 17) % 4_000) - 1n, null)],
  ['expire', (story) => story.expire()],
];

/** Laws of credit that hold after every step. */
export function assertCreditLaws(story: MoneyStory): void {
  const { pots } = story.held.pots;
  const sum = pots.reduce((total, { left }) => total + left, 0n);
  if (sum !== story.credit) throw new Error(`the pots hold ${sum} of ${story.credit}`);
  if (pots.some(({ left }) => left <= 0n)) throw new Error('a pot is empty');
  const order = pots.map(({ expiresAt }) => expiresAt);
  if (order.some((at, index) => at > (order[index + 1] ?? at)))
    throw new Error('the pots are out of order');
  let granted = 0n;
  for (const { kind, amount } of [...story.entries.values()].flat()) {
    if (kind === 'credit_adjusted') granted += amount;
    if (kind === 'credit_expired') granted -= amount;
  }
  const expense = story.balanceOf('granted_credit');
  if (expense !== granted) throw new Error(`granted credit costs ${expense}, not ${granted}`);
}
