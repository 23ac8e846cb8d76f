/** Signs in by Auth.js itself with the provider of `siwx/authjs`: once for a nonce, and nobody by a stranger's signature. */
import assert from 'node:assert/strict'
import { Auth } from '@auth/core'
import { walletCredentials } from 'latchkey/siwx/authjs'
import { formatSiwxMessage } from 'latchkey/siwx/verify'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const SITE = 'https://shop.example'
const nonces = new Set()
const config = {
  basePath: '/auth',
  secret: 'a secret of this test alone',
  trustHost: true,
  logger: { error: () => undefined },
  callbacks: { session: ({ session, token }) => ({ ...session, account: token.sub }) },
  providers: [
    walletCredentials({
      domain: 'shop.example',
      networks: { 'eip155:1': undefined },
      takeNonce: (request) => {
        const nonce = request.headers.get('x-nonce')
        return nonces.delete(nonce) ? nonce : undefined
      },
    }),
  ],
}

const cookiesOf = (response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** The account of the session that a browser has afterwards. */
async function signIn(account, signer, nonce) {
  const csrf = await Auth(new Request(`${SITE}/auth/csrf`), config)
  const { csrfToken } = await csrf.json()
  const cookie = cookiesOf(csrf)
  const message = formatSiwxMessage({
    domain: 'shop.example',
    accountAddress: account.address,
    chainId: 'eip155:1',
    uri: SITE,
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const body = new URLSearchParams({ csrfToken, message, signature: await signer.signMessage({ message }) })
  const headers = { cookie, 'x-nonce': nonce, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await Auth(
    new Request(`${SITE}/auth/callback/wallet`, { method: 'POST', body, headers }),
    config,
  )
  const session = await Auth(
    new Request(`${SITE}/auth/session`, { headers: { cookie: cookiesOf(answer) } }),
    config,
  )
  return (await session.json())?.account
}

const person = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
nonces.add('0123456789abcdef')
assert.equal(await signIn(person, person, '0123456789abcdef'), `eip155:1:${person.address}`)
assert.equal(await signIn(person, person, '0123456789abcdef'), undefined)
nonces.add('fedcba9876543210')
assert.equal(await signIn(person, stranger, 'fedcba9876543210'), undefined)
