import type { Purpose } from '../domain/confirmation.ts';

export interface PageText {
  readonly title: string;
  readonly text: string;
}

export interface FormText extends PageText {
  readonly button: string;
}

/** Purposes of mail links that are confirmed by a button. */
type Confirmable = Exclude<Purpose, 'password_reset' | 'invitation'>;

/** Texts of the login pages. */
export interface AuthTexts {
  readonly forgotten: FormText;
  readonly requested: PageText;
  readonly choose: FormText;
  readonly chosen: PageText;
  readonly tooWeak: (lengthMin: number) => string;
  readonly noEmail: string;
  readonly tooOften: string;
  readonly taken: string;
  readonly gone: PageText;
  readonly askAgain: string;
  readonly email: string;
  readonly newPassword: string;
  readonly password: string;
  readonly code: string;
  readonly login: FormText;
  /** No user matches the credentials. */
  readonly wrongLogin: string;
  /** The password is correct and a second factor is required. */
  readonly secondFactor: FormText;
  readonly wrongCode: string;
  readonly tooManyTries: string;
  /** Why a login cannot join the account yet. */
  readonly notJoined: string;
  readonly loggedIn: PageText;
  readonly invited: (inviter: string) => FormText;
  readonly joined: PageText;
  /** Shown before the button is pressed. */
  readonly asks: Readonly<Record<Confirmable, FormText>>;
  readonly done: Readonly<Record<Confirmable, PageText>>;
  /** One of two mailboxes has confirmed. */
  readonly halfDone: PageText;
}
