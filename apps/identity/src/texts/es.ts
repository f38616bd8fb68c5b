import type { AuthTexts } from './texts.ts';

const verify = {
  title: '¿Es esta su dirección de correo?',
  text: 'Confirme que esta dirección de correo es suya.',
  button: 'Confirmar',
};
const verified = {
  title: 'Gracias',
  text: 'Su dirección está confirmada. Puede cerrar esta página.',
};
const change = {
  title: '¿Cambiar su dirección de correo?',
  text: 'Después iniciará sesión con la nueva dirección. Acepte solo si ha pedido este cambio; de lo contrario, el acceso pertenecerá a otra persona.',
  button: 'Confirmar el cambio',
};
const changed = {
  title: 'Cambiado',
  text: 'Desde ahora inicia sesión con la nueva dirección.',
};

export const es: AuthTexts = {
  forgotten: {
    title: '¿Ha olvidado su contraseña?',
    text: 'Indique el correo con el que inicia sesión y le enviaremos un enlace para elegir una contraseña nueva.',
    button: 'Enviar el enlace',
  },
  requested: {
    title: 'Revise su correo',
    text: 'Si este correo pertenece a un acceso, le hemos enviado un mensaje. Su enlace es válido durante 30 minutos.',
  },
  choose: {
    title: 'Elija una contraseña nueva',
    text: 'Se cerrarán todas sus sesiones y tendrá que iniciar sesión de nuevo.',
    button: 'Guardar la contraseña',
  },
  chosen: { title: 'Guardada', text: 'Ya puede iniciar sesión con la contraseña nueva.' },
  tooWeak: (lengthMin) =>
    `Elija una contraseña de al menos ${lengthMin} caracteres que no sea de uso común.`,
  noEmail: 'Introduzca una dirección de correo válida.',
  tooOften: 'Se han solicitado demasiados correos desde aquí. Inténtelo dentro de una hora.',
  taken: 'Esta dirección ya está en uso.',
  gone: {
    title: 'Este enlace ya no es válido',
    text: 'Ya se usó o ha caducado. Solicite otro correo.',
  },
  askAgain: 'Solicitar otro correo',
  email: 'Correo',
  newPassword: 'Contraseña nueva',
  password: 'Contraseña',
  code: 'Código',
  login: {
    title: 'Iniciar sesión',
    text: 'Con el correo o el nombre de usuario de su acceso.',
    button: 'Iniciar sesión',
  },
  wrongLogin: 'Correo o contraseña incorrectos.',
  secondFactor: {
    title: 'Autenticación de dos factores',
    text: 'Introduzca el código de 6 dígitos de su aplicación de autenticación o un código de recuperación.',
    button: 'Continuar',
  },
  wrongCode: 'Código incorrecto.',
  tooManyTries: 'Demasiados intentos: espere un poco y vuelva a probar.',
  notJoined:
    'Ya pertenece a esta cuenta, o la cuenta que creó su acceso quizá conozca su contraseña. Restablezca su contraseña y vuelva a abrir este enlace.',
  loggedIn: { title: 'Ha iniciado sesión', text: 'Puede cerrar esta página.' },
  invited: (inviter) => ({
    title: '¿Unirse al equipo?',
    text: `${inviter} le ha invitado. Si ya tiene un acceso aquí, introduzca su contraseña; si no, elija una.`,
    button: 'Unirse',
  }),
  joined: {
    title: 'Le damos la bienvenida',
    text: 'Ya es miembro de la cuenta y puede iniciar sesión.',
  },
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: '¿Restaurar su correo anterior?',
      text: 'Volverá a iniciar sesión con él, todas las sesiones terminarán y le enviaremos un enlace para elegir otra contraseña.',
      button: 'Restaurar',
    },
    new_login: {
      title: '¿No ha sido usted?',
      text: 'La sesión se cierra de inmediato y le enviamos un enlace para elegir otra contraseña.',
      button: 'Cerrar la sesión',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'Correo restaurado',
      text: 'Se han cerrado todas las sesiones. Le hemos enviado un correo con un enlace para elegir otra contraseña.',
    },
    new_login: {
      title: 'Sesión cerrada',
      text: 'La sesión está cerrada. Le hemos enviado un correo con un enlace para elegir otra contraseña.',
    },
  },
  halfDone: {
    title: 'Falta un paso',
    text: 'El cambio tendrá efecto cuando también lo confirme desde el correo enviado a su otra dirección.',
  },
};
