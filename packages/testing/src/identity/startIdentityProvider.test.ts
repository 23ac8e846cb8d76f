import { createHash, createHmac, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpRequest } from '../node/httpRequest.ts'
import { signAppleClientSecret } from './appleClientSecret.ts'
import { type AuthorizationAnswer, signInAs } from './signInAs.ts'
import { type SocialProvider, socialNetworks, socialProviders } from './socialNetworks.ts'
import { type IdentityProvider, startIdentityProvider } from './startIdentityProvider.ts'
import { type TestPersonId, testPeople } from './testPeople.ts'

const WALLET = 'http://wallet.localhost:8787'
let identity: IdentityProvider

beforeAll(async () => {
  identity = await startIdentityProvider({ walletOrigin: WALLET })
})
afterAll(() => identity.stop())

const SCOPES: Record<SocialProvider, string> = {
  google: 'openid email profile',
  apple: 'openid email name',
  github: 'read:user user:email',
  facebook: 'public_profile email',
  x: 'users.read tweet.read',
  discord: 'identify email',
}

const redirectUri = (name: SocialProvider) => `${WALLET}/social/callback/${name}`

function authorization(name: SocialProvider, changes: Record<string, string | undefined> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(identity.providers[name].authorizationEndpoint)
  const parameters = {
    client_id: identity.providers[name].clientId,
    redirect_uri: redirectUri(name),
    response_type: 'code',
    scope: SCOPES[name],
    state: 'state-1',
    ...(socialNetworks[name].openId ? { nonce: 'nonce-1' } : {}),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(name === 'apple' ? { response_mode: 'form_post' } : {}),
    ...changes,
  }
  for (const [key, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(key, value)
  return { url: url.href, verifier }
}

function secretOf(name: SocialProvider): string {
  const { clientId, clientSecret, privateKey, teamId = '', keyId = '', issuer } = identity.providers[name]
  if (clientSecret) return clientSecret
  return signAppleClientSecret({ clientId, teamId, keyId }, privateKey ?? '', { audience: issuer })
}

async function exchange(
  name: SocialProvider,
  answer: AuthorizationAnswer,
  verifier: string,
  changes: Record<string, string> = {},
) {
  const { clientId, tokenEndpoint } = identity.providers[name]
  const basic = name === 'x'
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: answer.parameters.get('code') ?? '',
    redirect_uri: redirectUri(name),
    code_verifier: verifier,
    ...(basic ? {} : { client_id: clientId, client_secret: secretOf(name) }),
    ...changes,
  })
  const credentials = Buffer.from(`${clientId}:${secretOf(name)}`).toString('base64')
  const reply = await httpRequest(tokenEndpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(basic ? { authorization: `Basic ${credentials}` } : {}),
    },
    body: form.toString(),
  })
  return { status: reply.status, body: JSON.parse(reply.body) as Record<string, string> }
}

async function signIn(name: SocialProvider, person: TestPersonId) {
  const { url, verifier } = authorization(name)
  const answer = await signInAs(url, person)
  const { body } = await exchange(name, answer, verifier)
  return { answer, verifier, tokens: body }
}

async function resource(name: SocialProvider, token: string | undefined, more = '') {
  const reply = await httpRequest(`${identity.providers[name].userinfoEndpoint}${more}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status: reply.status, body: JSON.parse(reply.body) as unknown }
}

async function claimsOf(name: SocialProvider, idToken = ''): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = idToken.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
  const jwks = await httpRequest(identity.providers[name].jwksUri ?? '')
  const { keys } = JSON.parse(jwks.body) as { keys: (JsonWebKey & { kid: string })[] }
  const key = keys.find((one) => one.kid === kid)
  const signed = Buffer.from(`${header}.${payload}`)
  const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' })
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}

describe.each(socialProviders)('%s', (name) => {
  test('signs a person in with PKCE, once a code', async () => {
    const { answer, verifier, tokens } = await signIn(name, 'ada')
    expect(answer.url.split('?')[0]).toBe(redirectUri(name))
    expect(answer.parameters.get('state')).toBe('state-1')
    const issuer = socialNetworks[name].sendsIssuer ? identity.providers[name].issuer : null
    expect(answer.parameters.get('iss')).toBe(issuer)
    expect(tokens.access_token).toMatch(/^\S{20,}$/)
    const again = await exchange(name, answer, verifier)
    expect(again.body.error).toBe('invalid_grant')
  })

  test('refuses another verifier, another secret and a request without a challenge', async () => {
    const { url } = authorization(name)
    const answer = await signInAs(url, 'ada')
    const other = await exchange(name, answer, randomBytes(32).toString('base64url'))
    expect(other.body.error).toBe('invalid_grant')

    const { url: second, verifier } = authorization(name)
    const credentials: Record<string, string> =
      name === 'x' ? { client_id: 'other' } : { client_secret: 'wrong' }
    const refused = await exchange(name, await signInAs(second, 'ada'), verifier, credentials)
    expect(refused.body.access_token).toBeUndefined()
    expect(refused.body.error).toMatch(/invalid_client|invalid_request/)

    const bare = authorization(name, { code_challenge: undefined, code_challenge_method: undefined })
    expect((await signInAs(bare.url, 'ada')).parameters.get('error')).toBe('invalid_request')
    const plain = authorization(name, { code_challenge_method: 'plain' })
    expect((await signInAs(plain.url, 'ada')).parameters.get('error')).toBe('invalid_request')
  })

  test('sends nobody to another redirect URI', async () => {
    for (const uri of [`${redirectUri(name)}/`, `${redirectUri(name)}?a=1`, 'https://evil.example/'])
      await expect(signInAs(authorization(name, { redirect_uri: uri }).url, 'ada')).rejects.toThrow('400')
  })

  test('Cancel is error=access_denied', async () => {
    const answer = await signInAs(authorization(name).url, 'cancel')
    expect(answer.parameters.get('error')).toBe('access_denied')
    expect(answer.parameters.get('state')).toBe('state-1')
    expect(answer.parameters.get('code')).toBeNull()
  })
})

test('google: ID token with verified addresses, all but carol', async () => {
  const ada = await claimsOf('google', (await signIn('google', 'ada')).tokens.id_token)
  expect(ada).toMatchObject({
    iss: identity.providers.google.issuer,
    aud: 'latchkey-google',
    sub: '104000000000000000001',
    nonce: 'nonce-1',
    email: testPeople.ada.email,
    email_verified: true,
  })
  const { tokens } = await signIn('google', 'carol')
  expect(await claimsOf('google', tokens.id_token)).toMatchObject({ email_verified: false })
  expect((await resource('google', tokens.access_token)).body).toMatchObject({ sub: '104000000000000000003' })
})

test('apple: form_post, the name once, a private relay, a signed secret', async () => {
  const inQuery = authorization('apple', { response_mode: undefined })
  await expect(signInAs(inQuery.url, 'bob')).rejects.toThrow('form_post')
  const first = await signIn('apple', 'bob')
  expect(first.answer.method).toBe('POST')
  expect(JSON.parse(first.answer.parameters.get('user') ?? '')).toMatchObject({
    name: { firstName: 'Bob', lastName: 'Noyce' },
  })
  expect(await claimsOf('apple', first.tokens.id_token)).toMatchObject({
    iss: identity.providers.apple.issuer,
    email: 'bob7x2q9@privaterelay.appleid.com',
    email_verified: 'true',
    is_private_email: 'true',
  })
  expect((await signIn('apple', 'bob')).answer.parameters.get('user')).toBeNull()

  const { clientId, teamId = '', keyId = '', privateKey = '', issuer } = identity.providers.apple
  const client = { clientId, teamId, keyId }
  const wrong = [
    signAppleClientSecret({ ...client, teamId: 'OTHERTEAM1' }, privateKey, { audience: issuer }),
    signAppleClientSecret({ ...client, keyId: 'OTHERKEY01' }, privateKey, { audience: issuer }),
    signAppleClientSecret(client, privateKey, { audience: identity.issuer }),
    signAppleClientSecret(client, privateKey, { audience: issuer, lifetime: -1 }),
    signAppleClientSecret(client, privateKey, { audience: issuer, lifetime: 20_000_000 }),
    `${signAppleClientSecret(client, privateKey, { audience: issuer }).slice(0, -6)}AAAAAA`,
  ]
  for (const secret of wrong) {
    const { url, verifier } = authorization('apple')
    const refused = await exchange('apple', await signInAs(url, 'bob'), verifier, { client_secret: secret })
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  }
})

test('github: numeric id, addresses apart, a token endpoint that always answers 200', async () => {
  const { tokens } = await signIn('github', 'ada')
  expect(tokens.id_token).toBeUndefined()
  expect(tokens.scope).toBe('read:user,user:email')
  expect((await resource('github', tokens.access_token)).body).toMatchObject({ id: 58_300_001, email: null })
  expect((await resource('github', tokens.access_token, '/emails')).body).toContainEqual(
    expect.objectContaining({ email: testPeople.ada.email, primary: true, verified: true }),
  )
  expect((await resource('github', undefined)).status).toBe(401)
  expect((await resource('github', 'stolen-elsewhere')).status).toBe(401)
  const { url, verifier } = authorization('github')
  const answer = await signInAs(url, 'ada')
  expect(await exchange('github', answer, verifier, { code: 'other' })).toMatchObject({
    status: 200,
    body: { error: 'invalid_grant' },
  })
})

test('facebook: only the fields asked for, and an address that may be missing', async () => {
  const fields = '?fields=id,name,email'
  const ada = await signIn('facebook', 'ada')
  expect((await resource('facebook', ada.tokens.access_token, fields)).body).toEqual({
    id: '10220000000000001',
    name: testPeople.ada.name,
    email: testPeople.ada.email,
  })
  const bob = await signIn('facebook', 'bob')
  expect((await resource('facebook', bob.tokens.access_token, fields)).body).not.toHaveProperty('email')
})

test('x: the id under data, never an address, and no secret in the body', async () => {
  const { tokens } = await signIn('x', 'ada')
  expect(await resource('x', tokens.access_token)).toEqual({
    status: 200,
    body: { data: { id: '1700000000000000001', name: testPeople.ada.name, username: 'ada_tests' } },
  })
  const { clientId, tokenEndpoint, clientSecret = '' } = identity.providers.x
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await httpRequest(tokenEndpoint, { method: 'POST', headers, body: `${body}` })).status).toBe(401)
})

test('discord: an address that nobody has verified', async () => {
  const { tokens } = await signIn('discord', 'ada')
  expect((await resource('discord', tokens.access_token)).body).toMatchObject({
    id: '803500000000000001',
    email: testPeople.ada.email,
    verified: false,
  })
})

test('facebook: a proof of the secret that is wrong is refused, a right one is taken', async () => {
  const { tokens } = await signIn('facebook', 'ada')
  const { clientSecret = '' } = identity.providers.facebook
  const proof = createHmac('sha256', clientSecret)
    .update(tokens.access_token ?? '')
    .digest('hex')
  expect((await resource('facebook', tokens.access_token, `?appsecret_proof=${proof}`)).status).toBe(200)
  expect((await resource('facebook', tokens.access_token, `?appsecret_proof=${proof}0`)).status).toBe(400)
})

test('google: prompt=select_account is known', async () => {
  const { url } = authorization('google', { prompt: 'select_account' })
  expect((await signInAs(url, 'ada')).parameters.get('code')).not.toBeNull()
})

test('the token of one network means nothing at another', async () => {
  const { tokens } = await signIn('github', 'ada')
  expect((await resource('discord', tokens.access_token)).status).toBe(401)
})

test('the sign-in page severs its opener when told to', async () => {
  identity.setOpenerPolicy('google', 'same-origin')
  const { url } = authorization('google')
  const first = await httpRequest(url)
  const cookie = [first.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')
  const page = await httpRequest(new URL(String(first.headers.location), url).href, { headers: { cookie } })
  expect(page.headers['cross-origin-opener-policy']).toBe('same-origin')
  expect(page.body).toContain('Continue as Ada Lovelace')
  identity.setOpenerPolicy('google', undefined)
})

test('a taken port is named', async () => {
  await expect(startIdentityProvider({ port: identity.port, walletOrigin: WALLET })).rejects.toThrow(
    `port ${identity.port}`,
  )
})
