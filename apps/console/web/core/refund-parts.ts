/** The fields of a refund that partition its payment. */
export interface RefundOfPayment {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
}

export interface RefundParts {
  /** Other refunds: earlier ones, and later ones. */
  readonly before: number;
  readonly after: number;
  /** The refund itself; 0 if it failed and its money is back. */
  readonly own: number;
  /** The part of the payment that was not refunded. */
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

/** Splits a payment around one of its refunds. The parts add up to the paid amount. */
export function partsOfRefund(
  paid: number,
  { id }: RefundOfPayment,
  refunds: readonly RefundOfPayment[],
): RefundParts {
  const given = refunds.filter(({ status }) => status !== 'failed');
  const sum = (isOne: (refund: RefundOfPayment) => boolean) =>
    given.filter(isOne).reduce((total, { amount }) => total + amount, 0);
  // IDs are ordered by time.
  const [before, own, after] = [
    sum((each) => each.id < id),
    sum((each) => each.id === id),
    sum((each) => each.id > id),
  ];
  return { before, own, after, left: leftToRefund(paid, refunds) };
}
