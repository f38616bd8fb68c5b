/** The account for customers' euro transfers. */
export const BANK_ACCOUNT = {
  BANK_TRANSFER_IBAN: 'DE89370400440532013000',
  BANK_TRANSFER_NAME: 'Florin of the Stories',
};
