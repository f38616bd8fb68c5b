import type { Ask } from './ask.ts';
import type { Model } from './model.ts';
import type { Step } from './story.ts';

/** Interprets a step in the current state of the model. */
export function toAsk(step: Step, model: Model): Ask {
  const { kind, account, isWhole, isManual, delayMs, currency } = step;
  const of = findTarget(step, model);
  const available = model.accounts[account]?.available ?? 0;
  const amount = isWhole && available > 0 ? available : step.amount;
  switch (kind) {
    case 'close':
      return { do: 'close' };
    case 'charge':
      return { do: 'charge', amount, currency, key: `charge ${step.target % 4}` };
    case 'capture':
      return { do: 'capture', of, amount: isWhole ? null : step.amount };
    case 'end':
      return { do: 'end', of, isManual: model.transactions[of]?.isManual ?? false };
    case 'note':
      return { do: 'note', of, text: isWhole ? 'the same' : `order ${step.amount}` };
    case 'cancel':
    case 'touch':
      return { do: kind, of };
    case 'credit':
    case 'payment':
    case 'refund':
    case 'tied':
      return {
        do: kind === 'tied' ? 'refund' : kind,
        amount: kind === 'credit' ? step.amount : amount,
        currency,
        isManual,
        delayMs,
        of: kind === 'tied' ? of : null,
      };
  }
}

function findTarget({ account, target, isStray }: Step, { transactions }: Model): number {
  const wanted = transactions.filter(
    (each) => isStray || (each.account === account && each.type === 'payment'),
  );
  return wanted[wanted.length - 1 - (target % Math.max(wanted.length, 1))]?.number ?? -1;
}
