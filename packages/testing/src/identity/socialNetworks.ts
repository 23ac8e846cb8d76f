import { createHmac } from 'node:crypto'
import type { ResourceRequest, SocialNetwork } from './SocialNetwork.ts'
import type { TestPerson } from './testPeople.ts'

/** Digits that look like the network's ids: a prefix of its own, then the person's number. */
const digits = (prefix: string, length: number, { number }: TestPerson) =>
  prefix + `${number}`.padStart(length - prefix.length, '0')

const login = ({ id }: TestPerson) => `${id}-tests`

const google: SocialNetwork = {
  title: 'Google',
  scopes: ['openid', 'email', 'profile'],
  openId: true,
  sendsIssuer: true,
  subjectOf: (person) => digits('1040', 21, person),
  claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
  claimsOf: (person) => ({
    email: person.email,
    email_verified: person.verifiesEmail,
    name: person.name,
    given_name: person.name.split(' ')[0],
    family_name: person.name.split(' ')[1],
  }),
  resources: {},
}

/** Apple hides the address of everybody but carol behind a private relay, and writes booleans as strings. */
const apple: SocialNetwork = {
  title: 'Apple',
  scopes: ['openid', 'email', 'name'],
  openId: true,
  sendsIssuer: false,
  subjectOf: ({ number }) => `00042${number}.${`${number}`.repeat(32)}.0815`,
  claims: { email: ['email', 'email_verified', 'is_private_email'] },
  claimsOf: (person) => {
    const hidden = person.id !== 'carol'
    return {
      email: hidden ? `${person.id}7x2q9@privaterelay.appleid.com` : person.email,
      email_verified: 'true',
      is_private_email: `${hidden}`,
    }
  },
  resources: {},
  formPostScopes: ['name', 'email'],
  signedClientSecret: true,
}

const githubEmails = ({ person, scopes }: ResourceRequest) => {
  if (!scopes.has('user:email')) return { status: 404, body: { message: 'Not Found' } }
  const noreply = `${github.subjectOf(person)}+${login(person)}@users.noreply.github.example`
  return {
    body: [
      { email: noreply, primary: false, verified: true, visibility: null },
      { email: person.email, primary: true, verified: person.verifiesEmail, visibility: 'private' },
    ],
  }
}

const github: SocialNetwork = {
  title: 'GitHub',
  scopes: ['read:user', 'user:email'],
  openId: false,
  sendsIssuer: false,
  subjectOf: (person) => digits('583', 8, person),
  claims: {},
  claimsOf: () => ({}),
  resources: {
    '/user': ({ person }) => ({
      body: { id: Number(github.subjectOf(person)), login: login(person), name: person.name, email: null },
    }),
    '/user/emails': githubEmails,
  },
  looseTokenEndpoint: true,
}

/** Optional; one that is wrong is refused. */
function isSecretProof({ url, accessToken, clientSecret }: ResourceRequest): boolean {
  const proof = url.searchParams.get('appsecret_proof')
  return proof === null || proof === createHmac('sha256', clientSecret).update(accessToken).digest('hex')
}

const facebook: SocialNetwork = {
  title: 'Facebook',
  scopes: ['public_profile', 'email'],
  openId: false,
  sendsIssuer: false,
  // App-scoped: another app sees another number.
  subjectOf: (person) => digits('1022', 17, person),
  claims: {},
  claimsOf: () => ({}),
  resources: {
    '/me'(request) {
      const { person, scopes, url } = request
      if (!isSecretProof(request))
        return { status: 400, body: { error: { message: 'Invalid appsecret_proof', code: 100 } } }
      const all: Record<string, unknown> = { id: facebook.subjectOf(person), name: person.name }
      if (scopes.has('email') && person.givesFacebookEmail) all.email = person.email
      const asked = ['id', ...(url.searchParams.get('fields') ?? 'id,name').split(',')]
      return { body: Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name))) }
    },
  },
}

const x: SocialNetwork = {
  title: 'X',
  scopes: ['users.read', 'tweet.read', 'offline.access'],
  openId: false,
  sendsIssuer: false,
  subjectOf: (person) => digits('17', 19, person),
  claims: {},
  claimsOf: () => ({}),
  resources: {
    '/2/users/me': ({ person, scopes }) =>
      scopes.has('users.read')
        ? { body: { data: { id: x.subjectOf(person), name: person.name, username: `${person.id}_tests` } } }
        : { status: 403, body: { title: 'Forbidden', status: 403 } },
  },
  basicAuthOnly: true,
}

const discord: SocialNetwork = {
  title: 'Discord',
  scopes: ['identify', 'email'],
  openId: false,
  sendsIssuer: true,
  subjectOf: (person) => digits('8035', 18, person),
  claims: {},
  claimsOf: () => ({}),
  resources: {
    '/users/@me': ({ person, scopes }) =>
      scopes.has('identify')
        ? {
            body: {
              id: discord.subjectOf(person),
              username: login(person),
              global_name: person.name,
              // Nobody has verified an address there.
              ...(scopes.has('email') ? { email: person.email, verified: false } : {}),
            },
          }
        : { status: 401, body: { message: '401: Unauthorized', code: 0 } },
  },
}

/** The networks that the local identity provider stands for. */
export const socialNetworks = { google, apple, github, facebook, x, discord } as const

export type SocialProvider = keyof typeof socialNetworks

export const socialProviders: readonly SocialProvider[] = [
  'google',
  'apple',
  'github',
  'facebook',
  'x',
  'discord',
]
