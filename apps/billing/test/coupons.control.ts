import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './stop-clock.ts';
import './coupons.test.ts';

vi.mock(import('../src/discounts/coupon-queries.ts'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    lockCoupons: async (tx, ids) => {
      const found = await Promise.all(ids.map((id) => sound.findCoupon(tx, id)));
      return new Map(found.flatMap((coupon) => (coupon ? [[coupon.id, coupon]] : [])));
    },
  };
});

export const control: Control = {
  id: 'T77',
  fault: '300 requests redeem two coupons with 100 and 50 uses at the same time in two processes',
  holds: 'Exactly 100 and 50 are redeemed, and every other request is refused with 400',
  control: 'coupons are read without locking them',
};
