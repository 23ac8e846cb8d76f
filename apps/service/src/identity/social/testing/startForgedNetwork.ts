import { createServer, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

/** What the network's token endpoint answers. */
export type Forged = {
  /** Changes of the claims; undefined leaves one out. */
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  /** Signs by a key that the network does not publish. */
  byStranger?: boolean
  /** In place of the signed token. */
  idToken?: string
  /** In place of the whole body. */
  body?: string
  status?: number
  /** Each answer comes this much later, ms. */
  delay?: number
}

/** An OpenID provider that says whatever a test wants, signed by keys that it publishes. */
export async function startForgedNetwork() {
  const own = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const publicKey = await exportJWK(own.publicKey)
  let forged: Forged = {}
  let nonce = ''
  let requests = 0

  async function idToken(issuer: string): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      sub: 'somebody',
      aud: 'client',
      iat: now,
      exp: now + 300,
      nonce,
      name: 'Some Body',
      ...forged.claims,
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...forged.header })
      .sign(forged.byStranger ? stranger.privateKey : own.privateKey)
  }
  async function answerToken(response: ServerResponse, issuer: string) {
    requests += 1
    const { delay = 0, status = 200, body } = forged
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
    const answer = {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: forged.idToken ?? (body === undefined ? await idToken(issuer) : ''),
    }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body ?? JSON.stringify(answer))
  }
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${portOf()}`
    if (request.url === '/token') {
      answerToken(response, issuer).catch(() => response.destroy())
      return
    }
    const keys = JSON.stringify({ keys: [{ ...publicKey, kid: 'one', use: 'sig', alg: 'RS256' }] })
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(keys)
    }, forged.delay ?? 0)
  })
  function portOf(): number {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${portOf()}`
  return {
    issuer,
    settings: {
      clientId: 'client',
      clientSecret: 'secret',
      issuer,
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      jwksUri: `${issuer}/jwks`,
    },
    /** How often a code was brought. */
    requests: () => requests,
    /** What the next answers say, for the login of this authorization address. */
    forge(uri: string, next: Forged) {
      nonce = new URL(uri).searchParams.get('nonce') ?? ''
      forged = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
