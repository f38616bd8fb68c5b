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
  text: 'Después iniciará sesión con la nueva dirección. Acepte solo si ha pedido este cambio usted mismo: de lo contrario, la cuenta pertenece a otra persona.',
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
  password: 'Contraseña',
  code: 'Código',
  login: {
    title: 'Iniciar sesión',
    text: 'Con el correo o el nombre de usuario de su acceso.',
    button: 'Iniciar sesión',
  },
  wrongLogin: 'Este correo y esta contraseña no van juntos.',
  secondFactor: {
    title: 'Su segundo factor',
    text: 'Escriba las seis cifras de su aplicación de autenticación o un código de recuperación.',
    button: 'Continuar',
  },
  wrongCode: 'Este código no es correcto.',
  tooManyTries: 'Demasiados intentos: espere un poco y vuelva a probar.',
  notJoined:
    'Ya pertenece a esta cuenta, o la cuenta que creó su acceso quizá conozca su contraseña. Restablezca su contraseña y vuelva a abrir este enlace.',
  loggedIn: { title: 'Ha iniciado sesión', text: 'Puede cerrar esta página.' },
  invited: (inviter) => ({
    title: '¿Unirse al equipo?',
    text: `${inviter} le ha invitado. Quien ya tiene un acceso aquí escribe su contraseña; los demás eligen una.`,
    button: 'Unirse',
  }),
  joined: { title: 'Bienvenido', text: 'Ya pertenece a la cuenta y puede iniciar sesión.' },
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
    new_login: {
      title: '¿No ha sido usted?',
      text: 'La sesión termina al instante y le enviamos un enlace para elegir otra contraseña.',
      button: 'Terminar la sesión',
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
    new_login: {
      title: 'Ha terminado',
      text: 'Ya no hay nadie conectado con ella. Un mensaje para elegir otra contraseña está en camino.',
    },
  },
  halfDone: {
    title: 'Falta una',
    text: 'El cambio se hará cuando también se responda al mensaje enviado a su otra dirección.',
  },
};
