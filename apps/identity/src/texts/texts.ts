import type { Purpose } from '../domain/confirmation.ts';

export interface Said {
  readonly title: string;
  readonly text: string;
}

export interface Asked extends Said {
  readonly button: string;
}

/** Purposes of mail links that are confirmed by a button. */
type Confirmable = Exclude<Purpose, 'password_reset' | 'invitation'>;

/** Texts of the login pages. */
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
  /** No user matches the credentials. */
  readonly wrongLogin: string;
  /** The password is correct and a second factor is required. */
  readonly secondFactor: Asked;
  readonly wrongCode: string;
  readonly tooManyTries: string;
  /** Why a login cannot join the account yet. */
  readonly notJoined: string;
  readonly loggedIn: Said;
  readonly invited: (inviter: string) => Asked;
  readonly joined: Said;
  /** Shown before the button is pressed. */
  readonly asks: Readonly<Record<Confirmable, Asked>>;
  readonly done: Readonly<Record<Confirmable, Said>>;
  /** One of two mailboxes has confirmed. */
  readonly halfDone: Said;
}
