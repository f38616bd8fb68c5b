/** A refund, as far as its payment asks. */
export interface RefundOfPayment {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
}

export interface RefundParts {
  /** Of other refunds: those of before it, and of after it. */
  readonly before: number;
  readonly after: number;
  /** Itself; 0 where it failed, and the money is here again. */
  readonly own: number;
  /** What of the payment has not gone back. */
  readonly left: number;
}

/** The part of a payment that can still be refunded: failed refunds do not count. */
export function leftToRefund(
  paid: number,
  refunds: readonly Pick<RefundOfPayment, 'amount' | 'status'>[],
): number {
  const given = refunds.filter(({ status }) => status !== 'failed');
  return given.reduce((left, { amount }) => left - amount, paid);
}

/** What a payment is made up of, beside one of its refunds: the parts come to what was paid. */
export function partsOfRefund(
  paid: number,
  { id }: RefundOfPayment,
  refunds: readonly RefundOfPayment[],
): RefundParts {
  const given = refunds.filter(({ status }) => status !== 'failed');
  const sum = (isOne: (refund: RefundOfPayment) => boolean) =>
    given.filter(isOne).reduce((total, { amount }) => total + amount, 0);
  // Ids are in the order of time.
  const [before, own, after] = [
    sum((each) => each.id < id),
    sum((each) => each.id === id),
    sum((each) => each.id > id),
  ];
  return { before, own, after, left: leftToRefund(paid, refunds) };
}
