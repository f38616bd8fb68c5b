/** Who follows a payment link reads pages, so failures there are pages too. */
const PAGES_FOR_PEOPLE = '/pay/';

export function isForPeople(target: string): boolean {
  return target.startsWith(PAGES_FOR_PEOPLE);
}
