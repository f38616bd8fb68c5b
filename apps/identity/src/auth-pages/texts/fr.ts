import type { AuthTexts } from './texts.ts';

const verify = {
  title: 'Est-ce votre adresse ?',
  text: 'Confirmez que vous lisez le courrier de cette adresse.',
  button: 'Confirmer',
};
const verified = {
  title: 'Merci',
  text: 'Votre adresse est confirmée. Vous pouvez fermer cette page.',
};
const change = {
  title: 'Changer d’adresse e-mail ?',
  text: 'Vous vous connecterez ensuite avec la nouvelle adresse. N’acceptez que si vous avez demandé ce changement : sinon, ce compte appartient à une autre personne.',
  button: 'Accepter',
};
const changed = {
  title: 'Adresse changée',
  text: 'Vous vous connectez désormais avec la nouvelle adresse.',
};

export const fr: AuthTexts = {
  forgotten: {
    title: 'Mot de passe oublié ?',
    text: 'Indiquez l’adresse avec laquelle vous vous connectez : nous vous envoyons un lien pour en choisir un autre.',
    button: 'Envoyer le lien',
  },
  requested: {
    title: 'Consultez votre messagerie',
    text: 'Si quelqu’un se connecte avec cette adresse, un message est en route. Son lien est valable 30 minutes.',
  },
  choose: {
    title: 'Choisir un nouveau mot de passe',
    text: 'Partout où vous êtes connecté, il faudra vous reconnecter.',
    button: 'Enregistrer le mot de passe',
  },
  chosen: {
    title: 'Enregistré',
    text: 'Vous pouvez maintenant vous connecter avec le nouveau mot de passe.',
  },
  tooWeak: (lengthMin) =>
    `Choisissez un mot de passe d’au moins ${lengthMin} caractères que peu d’autres utilisent.`,
  noEmail: 'Ce n’est pas une adresse e-mail.',
  tooOften: 'Trop de messages ont été demandés d’ici. Réessayez dans une heure.',
  taken: 'Cette adresse appartient désormais à quelqu’un d’autre.',
  gone: {
    title: 'Ce lien n’est plus valable',
    text: 'Il a déjà servi ou il est trop ancien. Demandez un nouveau message.',
  },
  askAgain: 'Demander un nouveau message',
  email: 'Adresse e-mail',
  newPassword: 'Nouveau mot de passe',
  password: 'Mot de passe',
  code: 'Code',
  login: {
    title: 'Se connecter',
    text: 'Avec l’adresse e-mail ou le nom d’utilisateur de votre accès.',
    button: 'Se connecter',
  },
  wrongLogin: 'Cette adresse e-mail et ce mot de passe ne vont pas ensemble.',
  secondFactor: {
    title: 'Votre second facteur',
    text: 'Saisissez les six chiffres de votre application d’authentification, ou un code de secours.',
    button: 'Continuer',
  },
  wrongCode: 'Ce code n’est pas correct.',
  tooManyTries: 'Trop d’essais : patientez un peu, puis réessayez.',
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
      title: 'Revenir à l’ancienne adresse ?',
      text: 'Vous vous connecterez de nouveau avec elle, toutes les sessions prendront fin et nous vous enverrons un lien pour choisir un autre mot de passe.',
      button: 'Revenir',
    },
    new_login: {
      title: 'Ce n’était pas vous ?',
      text: 'La session prend fin aussitôt, et nous vous envoyons un lien pour choisir un autre mot de passe.',
      button: 'Mettre fin à la session',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'Vous l’avez retrouvée',
      text: 'Toutes les sessions ont pris fin. Un message pour choisir un autre mot de passe est en route.',
    },
    new_login: {
      title: 'C’est terminé',
      text: 'Plus personne n’est connecté par elle. Un message pour choisir un autre mot de passe est en route.',
    },
  },
  halfDone: {
    title: 'Encore une étape',
    text: 'Le changement aura lieu dès que le message à votre autre adresse aura reçu une réponse.',
  },
};
