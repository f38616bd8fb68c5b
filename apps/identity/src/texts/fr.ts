import type { AuthTexts } from './texts.ts';

const verify = {
  title: 'Est-ce votre adresse e-mail ?',
  text: 'Confirmez que cette adresse e-mail est la vôtre.',
  button: 'Confirmer',
};
const verified = {
  title: 'Merci',
  text: 'Votre adresse est confirmée. Vous pouvez fermer cette page.',
};
const change = {
  title: 'Changer d’adresse e-mail ?',
  text: 'Vous vous connecterez ensuite avec la nouvelle adresse. N’acceptez que si vous avez demandé ce changement ; sinon, l’accès appartiendra à une autre personne.',
  button: 'Confirmer le changement',
};
const changed = {
  title: 'Adresse changée',
  text: 'Vous vous connectez désormais avec la nouvelle adresse.',
};

export const fr: AuthTexts = {
  forgotten: {
    title: 'Mot de passe oublié ?',
    text: 'Indiquez l’adresse avec laquelle vous vous connectez : nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    button: 'Envoyer le lien',
  },
  requested: {
    title: 'Consultez votre messagerie',
    text: 'Si un accès est associé à cette adresse, un e-mail vous a été envoyé. Son lien est valable 30 minutes.',
  },
  choose: {
    title: 'Choisir un nouveau mot de passe',
    text: 'Vous serez déconnecté partout et devrez vous reconnecter.',
    button: 'Enregistrer le mot de passe',
  },
  chosen: {
    title: 'Enregistré',
    text: 'Vous pouvez maintenant vous connecter avec le nouveau mot de passe.',
  },
  tooWeak: (lengthMin) =>
    `Choisissez un mot de passe d’au moins ${lengthMin} caractères, qui ne soit pas couramment utilisé.`,
  noEmail: 'Saisissez une adresse e-mail valide.',
  tooOften: 'Trop d’e-mails ont été demandés depuis ici. Réessayez dans une heure.',
  taken: 'Cette adresse est déjà utilisée.',
  gone: {
    title: 'Ce lien n’est plus valable',
    text: 'Il a déjà été utilisé ou a expiré. Demandez un nouvel e-mail.',
  },
  askAgain: 'Demander un nouvel e-mail',
  email: 'Adresse e-mail',
  newPassword: 'Nouveau mot de passe',
  password: 'Mot de passe',
  code: 'Code',
  login: {
    title: 'Se connecter',
    text: 'Avec l’adresse e-mail ou le nom d’utilisateur de votre accès.',
    button: 'Se connecter',
  },
  wrongLogin: 'Adresse e-mail ou mot de passe incorrect.',
  secondFactor: {
    title: 'Authentification à deux facteurs',
    text: 'Saisissez le code à 6 chiffres de votre application d’authentification, ou un code de secours.',
    button: 'Continuer',
  },
  wrongCode: 'Code incorrect.',
  tooManyTries: 'Trop de tentatives. Patientez un peu, puis réessayez.',
  notJoined:
    'Vous faites déjà partie de ce compte, ou le compte qui a créé votre accès connaît peut-être son mot de passe. Réinitialisez votre mot de passe, puis ouvrez de nouveau ce lien.',
  loggedIn: { title: 'Vous êtes connecté', text: 'Vous pouvez fermer cette page.' },
  invited: (inviter) => ({
    title: 'Rejoindre l’équipe ?',
    text: `${inviter} vous a invité. Si vous avez déjà un accès ici, saisissez son mot de passe ; sinon, choisissez-en un.`,
    button: 'Rejoindre',
  }),
  joined: { title: 'Bienvenue', text: 'Vous faites partie du compte et pouvez vous connecter.' },
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: 'Rétablir votre ancienne adresse ?',
      text: 'Vous vous connecterez de nouveau avec elle, toutes les sessions prendront fin et nous vous enverrons un lien pour choisir un autre mot de passe.',
      button: 'Rétablir',
    },
    new_login: {
      title: 'Ce n’était pas vous ?',
      text: 'La session prend fin immédiatement, et nous vous envoyons un lien pour choisir un autre mot de passe.',
      button: 'Mettre fin à la session',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'Adresse e-mail rétablie',
      text: 'Toutes les sessions ont pris fin. Un e-mail contenant un lien pour choisir un nouveau mot de passe vous a été envoyé.',
    },
    new_login: {
      title: 'Session terminée',
      text: 'La session est déconnectée. Un e-mail contenant un lien pour choisir un nouveau mot de passe vous a été envoyé.',
    },
  },
  halfDone: {
    title: 'Encore une étape',
    text: 'Le changement prendra effet dès que vous l’aurez aussi confirmé depuis l’e-mail envoyé à votre autre adresse.',
  },
};
