import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applies, type Driver } from './driver.ts';
import { drivers } from './drivers/all.ts';
import { rules } from './rules/all.ts';

describe.each(Object.entries(drivers))('%s', (name, open) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await open();
  });
  afterAll(() => driver.stop());

  it('has the name of its driver', () => {
    expect(driver.processor.name).toBe(name);
  });

  for (const rule of rules)
    it(rule.name, async ({ skip }) => {
      if (!applies(rule, driver)) skip('no matter of this processor');
      await rule.check(driver);
    });
});
