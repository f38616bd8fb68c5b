// HEALTHCHECK of the image: exits with an error unless the app answers.
const { APP, GATEWAY_PORT = '8080' } = process.env;
const port = APP === 'gateway' ? GATEWAY_PORT : process.env[`${APP?.toUpperCase()}_HTTP_PORT`];

const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch((error) => error);
if (!answer.ok) process.stderr.write(`${APP} at port ${port}: ${answer.status ?? answer.cause}\n`);
process.exit(answer.ok ? 0 : 1);
