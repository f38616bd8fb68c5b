import type { Purpose } from '../../email-confirmations/model.ts';

export interface Said {
  readonly title: string;
  readonly text: string;
}

export interface Asked extends Said {
  readonly button: string;
}

/** A link of a mail that is confirmed by pressing a button. */
type Confirmable = Exclude<Purpose, 'password_reset'>;

/** What the pages say on which people look after their login. */
export interface AuthTexts {
  readonly forgotten: Asked;
  readonly requested: Said;
  readonly choose: Asked;
  readonly chosen: Said;
  readonly tooWeak: (lengthMin: number) => string;
  readonly noEmail: string;
  readonly tooOften: string;
  readonly taken: string;
  readonly gone: Said;
  readonly askAgain: string;
  readonly email: string;
  readonly newPassword: string;
  /** Before a button is pressed. */
  readonly asks: Readonly<Record<Confirmable, Asked>>;
  readonly done: Readonly<Record<Confirmable, Said>>;
  /** One of two mailboxes has agreed. */
  readonly halfDone: Said;
}
