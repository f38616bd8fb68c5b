import { parsePublicId } from '@florin/contracts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { CARDS } from '../contract/pay.ts';
import { query } from '../database.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { findBarriers } from './find-barriers.ts';
import { openTab } from './open-browser.ts';
import { openShop, type Shop, typeCard } from './shop.ts';

/** The narrowest phone still sold. */
const NARROW = { width: 320, height: 640 };

describeInBrowser('card fields in a browser', (browser) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop('Blumenhaus Ada');
  });

  async function visit(url: string, options = {}): Promise<Page> {
    const { page } = await openTab(browser(), options);
    await page.goto(new URL(new URL(url, baseUrl()).pathname, baseUrl()).href);
    return page;
  }
  const open = async (options = {}) => visit((await shop.request()).url, options);
  const textIn = (page: Page, id: string) => page.locator(`#${id}`).inputValue();
  const brandOf = (page: Page) => page.getByRole('status').textContent();
  async function type(page: Page, id: string, text: string): Promise<void> {
    await page.locator(`#${id}`).focus();
    for (const key of text) await page.keyboard.press(key);
  }

  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'Visa'],
    ['378282246310005', '3782 822463 10005', 'American Express'],
    ['5555 5555 5555 4444', '5555 5555 5555 4444', 'Mastercard'],
    ['6200000000000000003', '6200 0000 0000 0000 003', 'UnionPay'],
    ['9999', '9999', ''],
  ])('groups %s as on the card: %s %s', async (typed, shown, brand) => {
    const page = await open();
    await type(page, 'card_number', typed);
    expect(await textIn(page, 'card_number')).toBe(shown);
    expect(await brandOf(page)).toBe(brand);
  });

  it('fit a long brand on a narrow phone', async () => {
    const german = await openShop('Blumenhaus Ada', { language: 'de' });
    const page = await visit((await german.request()).url, { viewport: NARROW });
    await type(page, 'card_number', '37');
    expect(await overflowOf(page)).toBe(0);
  });

  it('lets the customer correct a digit in the middle in place', async () => {
    const page = await open();
    await type(page, 'card_number', '424424242424242');
    for (let moves = 0; moves < 15; moves += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('2');
    expect(await textIn(page, 'card_number')).toBe('4242 4242 4242 4242');
    await page.keyboard.press('Backspace');
    expect(await textIn(page, 'card_number')).toBe('4244 2424 2424 242');
    await page.keyboard.press('2');
    expect(await textIn(page, 'card_number')).toBe('4242 4242 4242 4242');
  });

  it.each([
    ['1240', '12 / 40'],
    ['240', '02 / 40'],
    ['2/40', '02 / 40'],
    ['12/2040', '12 / 2040'],
    ['12 / 40', '12 / 40'],
  ])('formats the expiry date as on the card: %s', async (typed, shown) => {
    const page = await open();
    await type(page, 'expiry', typed);
    expect(await textIn(page, 'expiry')).toBe(shown);
    for (let keys = 0; keys < shown.length; keys += 1) await page.keyboard.press('Backspace');
    expect(await textIn(page, 'expiry')).toBe('');
  });

  it.each(['12/40', '12/2040', '1240', '2040-12'])(
    'is filled in by password managers, with %s',
    async (expiry) => {
      const page = await open();
      const values = { 'cc-number': '378282246310005', 'cc-exp': expiry, 'cc-csc': '1234' };
      // As password managers do: by the purpose of a field, with events of typing.
      for (const [purpose, value] of Object.entries({ ...values, 'cc-name': 'Ada' }))
        await page.locator(`input[autocomplete="${purpose}"]`).evaluate((input, text) => {
          (input as unknown as { value: string }).value = text;
          for (const name of ['input', 'change'])
            input.dispatchEvent(new Event(name, { bubbles: true }));
        }, value);
      expect(await brandOf(page)).toBe('American Express');
      await page.locator('button[type=submit]').first().click();
      // Read and sent: the test processor has no such card.
      await page.getByText('Only test cards are accepted here.').waitFor();
    },
  );

  it.each([
    ['card_number', '4242424242424241', 'a digit is mistyped'],
    ['card_number', '424242424242424', 'too many or too few digits'],
    ['cvc', '1234', '3 digits of the security code'],
    ['expiry', '12/20', 'This card has expired'],
  ])(
    'moves the focus to the %s that is wrong, and counts no attempt',
    async (field, value, message) => {
      const { url, id } = await shop.request();
      const page = await visit(url, { viewport: NARROW });
      await typeCard(page, CARDS.good, { [field]: value });
      await page.locator('button[type=submit]').first().click();
      await page.getByRole('alert').getByRole('link').click();
      expect(await page.evaluate('document.activeElement.id')).toBe(field);
      expect(await page.locator(`#${field}-error`).textContent()).toContain(message);
      expect(await findBarriers(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(await attemptsOf(id)).toBe(0);
    },
  );

  it.each([
    ['en', 'You allow Blumenhaus Ada to charge this card €10.00 every month until you cancel.'],
    ['de', 'Sie erlauben Blumenhaus Ada, diese Karte jeden Monat mit 10,00\u00a0€ zu belasten'],
    ['fr', 'Vous autorisez Blumenhaus Ada à débiter cette carte de 10,00\u00a0€ chaque mois'],
    ['es', 'Autoriza a Blumenhaus Ada a cobrar 10,00\u00a0€ cada mes en esta tarjeta'],
  ])('state in %s why the card is saved, also on the receipt', async (language, said) => {
    const seller = await openShop('Blumenhaus Ada', { language });
    const url = await seller.subscribe();
    const page = await visit(url, { viewport: NARROW });
    const consent = await page.locator('#consent').textContent();
    expect(consent).toContain(said);
    expect(await overflowOf(page)).toBe(0);
    await typeCard(page, CARDS.good);
    await page.locator('button[type=submit]').first().click();
    await page.locator('.receipt').waitFor();
    expect(await page.locator('.receipt').textContent()).toContain(consent);
  });
});

/** Pixels by which the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  const root = 'document.documentElement';
  return page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`);
}

async function attemptsOf(id: string): Promise<number> {
  const paymentId = parsePublicId('paymentRequest', id);
  const text = 'select 1 from ledger.payment_attempts where payment_id = $1';
  return (await query('ledger', text, [paymentId])).length;
}
