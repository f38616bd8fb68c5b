import type { AuthTexts } from './texts.ts';

const verify = {
  title: '¿Es esta su dirección?',
  text: 'Confirme que lee el correo de esta dirección.',
  button: 'Confirmar',
};
const verified = {
  title: 'Gracias',
  text: 'Su dirección está confirmada. Puede cerrar esta página.',
};
const change = {
  title: '¿Cambiar su correo?',
  text: 'Después iniciará sesión con la nueva dirección.',
  button: 'Aceptar',
};
const changed = {
  title: 'Cambiado',
  text: 'Desde ahora inicia sesión con la nueva dirección.',
};

export const es: AuthTexts = {
  forgotten: {
    title: '¿Ha olvidado su contraseña?',
    text: 'Indique el correo con el que inicia sesión y le enviaremos un enlace para elegir otra.',
    button: 'Enviar el enlace',
  },
  requested: {
    title: 'Mire su buzón',
    text: 'Si alguien inicia sesión con este correo, un mensaje está en camino. Su enlace vale 30 minutos.',
  },
  choose: {
    title: 'Elija una contraseña nueva',
    text: 'Tendrá que iniciar sesión de nuevo en todas partes.',
    button: 'Guardar la contraseña',
  },
  chosen: { title: 'Guardada', text: 'Ya puede iniciar sesión con la contraseña nueva.' },
  tooWeak: (lengthMin) =>
    `Elija una contraseña de al menos ${lengthMin} caracteres que pocos más tengan.`,
  noEmail: 'Esto no es una dirección de correo.',
  tooOften: 'Se han pedido demasiados mensajes desde aquí. Inténtelo dentro de una hora.',
  taken: 'Otra persona tiene ya esta dirección.',
  gone: {
    title: 'Este enlace ya no vale',
    text: 'Ya se usó o es demasiado antiguo. Pida otro mensaje.',
  },
  askAgain: 'Pedir otro mensaje',
  email: 'Correo',
  newPassword: 'Contraseña nueva',
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: '¿Volver a su correo anterior?',
      text: 'Volverá a iniciar sesión con él, todas las sesiones terminarán y le enviaremos un enlace para elegir otra contraseña.',
      button: 'Volver',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'Lo ha recuperado',
      text: 'Todas las sesiones han terminado. Un mensaje para elegir otra contraseña está en camino.',
    },
  },
  halfDone: {
    title: 'Falta una',
    text: 'El cambio se hará cuando también se responda al mensaje enviado a su otra dirección.',
  },
};
