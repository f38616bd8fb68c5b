// What a page does with the client: both are served to a browser.

/** Logs in, asks three customers for money, and reads that as one list of several pages. */
export async function useClient({ Florin, FlorinError }, { url, accountId, email, password }) {
  const florin = new Florin({ url });
  await florin.logIn(email, password);
  const money = { account_id: accountId, currency: 'USD' };
  for (const reference of ['Order 1', 'Order 2', 'Order 3'])
    await florin.post('/v1/payments', {
      body: { ...money, amount: 100, customer_email: 'grace@example.com', reference },
    });
  const references = [];
  for await (const request of florin.list('/v1/payments', { query: { limit: 2 } }))
    references.push(request.reference);
  const body = { ...money, amount: 100, type: 'payment' };
  const refusal = await florin.post('/v1/transactions', { body }).catch((error) => error);
  const { code, requestId } = refusal;
  return { references, code, requestId, isTyped: refusal instanceof FlorinError };
}

/** The name of the error by which a page learns that it may not call. */
export async function tryToLogIn({ Florin }, { url }) {
  const florin = new Florin({ url, retry: { triesMax: 1 } });
  return florin.logIn('ada@example.com', 'example-password').catch(({ name }) => name);
}
