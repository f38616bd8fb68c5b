import type { Mode } from '@florin/contracts';
import type { Environment } from './config.ts';

/** A setting whose default depends on the mode, and the meaning of its values. */
interface Choice {
  readonly setting: string;
  readonly development: string;
  readonly production: string;
  readonly means: Readonly<Record<string, string>>;
}

const choices: readonly Choice[] = [
  {
    setting: 'FLORIN_TEST_PROCESSOR',
    development: 'allow',
    production: 'refuse',
    means: { allow: 'test cards pay and no money moves', refuse: 'no card is charged' },
  },
  {
    setting: 'LEDGER_CREDIT_BY',
    development: 'owner',
    production: 'admin',
    means: {
      owner: 'owners credit their own accounts',
      admin: 'only the administrator records credits',
    },
  },
  {
    setting: 'FLORIN_WEBHOOKS_ALLOW_PRIVATE',
    development: 'on',
    production: 'off',
    means: {
      on: 'webhooks may go to private addresses',
      off: 'webhooks go to public addresses only',
    },
  },
  {
    setting: 'FLORIN_SIGN_UP',
    development: 'on',
    production: 'off',
    means: { on: 'anyone can open an account', off: 'only administrators open accounts' },
  },
];

/** Rules of this mode that would surprise a user of the other one, one on each line. */
export function modeLines(mode: Mode, given: Environment): string {
  const lines = choices.map((choice) => {
    const value = given[choice.setting] ?? choice[mode];
    return `  ${choice.means[value] ?? 'as set'} (${choice.setting}=${value})`;
  });
  return [`Mode: ${mode} (FLORIN_MODE)`, ...lines, `  ${mailLine(mode, given)}`].join('\n');
}

function mailLine(mode: Mode, { SMTP_URL, SMTP_URL_FILE }: Environment): string {
  if (SMTP_URL || SMTP_URL_FILE) return 'mail is sent (SMTP_URL)';
  return mode === 'development'
    ? 'mail arrives at /dev/mail, and none is sent (SMTP_URL is not set)'
    : 'no mail is sent (SMTP_URL is not set)';
}
