import type { Purpose } from '../../email-confirmations/model.ts';

export interface Said {
  readonly title: string;
  readonly text: string;
}

export interface Asked extends Said {
  readonly button: string;
}

/** A link of a mail that is confirmed by pressing a button. */
type Confirmable = Exclude<Purpose, 'password_reset' | 'invitation'>;

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
  readonly password: string;
  readonly code: string;
  readonly login: Asked;
  /** Nobody logs in by what was sent. */
  readonly wrongLogin: string;
  /** The password is right, and takes a second factor beside it. */
  readonly secondFactor: Asked;
  readonly wrongCode: string;
  readonly tooManyTries: string;
  /** Why a login joins no account yet. */
  readonly notJoined: string;
  readonly loggedIn: Said;
  readonly invited: (inviter: string) => Asked;
  readonly joined: Said;
  /** Before a button is pressed. */
  readonly asks: Readonly<Record<Confirmable, Asked>>;
  readonly done: Readonly<Record<Confirmable, Said>>;
  /** One of two mailboxes has agreed. */
  readonly halfDone: Said;
}
