import { newId, type Uuid } from '@florin/contracts';
import { type PotChange, potsAfter, potsOf } from '../src/domain/credit-pots.ts';

/** Credit of one customer, also by expiry. */
export class CreditStory {
  /** Minor units. */
  balance = 0n;
  pots = potsOf(0n);

  move(change: Partial<PotChange> & Pick<PotChange, 'kind' | 'amount'>): Uuid {
    const id = newId();
    const none = { invoiceId: null, expiresAt: null, grantId: null };
    this.balance += change.amount;
    this.pots = potsAfter(this.pots, [{ ...none, ...change, id }]);
    return id;
  }
}
