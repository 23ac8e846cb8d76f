import { devAccounts } from '@latchkey/testing'
import { createClient, custom } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { type WalletCredentialsOptions, walletCredentials } from './authjs.ts'
import type { SiwxFields } from './message/fields.ts'
import { formatSiwxMessage } from './message/formatSiwxMessage.ts'

const [first, second] = devAccounts
const owner = privateKeyToAccount(first.privateKey)
const stranger = privateKeyToAccount(second.privateKey)

/** A back end with one nonce for its one browser; the answer for what the page sends. */
function make(options: Partial<WalletCredentialsOptions<string>> = {}) {
  const nonces = new Map([['browser', 'abcdefgh12345678']])
  const provider = walletCredentials<string>({
    domain: 'shop.example',
    networks: { 'eip155:1': undefined },
    takeNonce(request) {
      const nonce = nonces.get(request)
      nonces.delete(request)
      return nonce
    },
    ...options,
  })
  const signIn = async (change: Partial<SiwxFields> = {}, signer = owner, request = 'browser') => {
    const message = formatSiwxMessage({
      chainId: 'eip155:1',
      accountAddress: owner.address,
      nonce: 'abcdefgh12345678',
      domain: 'shop.example',
      uri: 'https://shop.example',
      version: '1',
      issuedAt: new Date().toISOString(),
      ...change,
    })
    return provider.authorize({ message, signature: await signer.signMessage({ message }) }, request)
  }
  return { provider, signIn }
}

it('answers who has signed in, once for a nonce', async () => {
  const { provider, signIn } = make()
  expect(provider).toMatchObject({ id: 'wallet', type: 'credentials' })
  const { address } = owner
  const user = { id: `eip155:1:${address}`, address, chainId: 'eip155:1', proof: 'ecrecover' }
  expect(await signIn()).toEqual(user)
  expect(await signIn()).toBeNull()
})

it.each<[string, Partial<SiwxFields>, typeof owner?, string?]>([
  ['another site', { domain: 'evil.example' }],
  ['an address of another site', { uri: 'https://evil.example' }],
  ['an address that only begins as the site’s', { uri: 'https://shop.example@evil.example/' }],
  ['an address that is no page', { uri: 'did:web:shop.example' }],
  ['another nonce', { nonce: 'zzzzzzzz12345678' }],
  ['a network that is not taken', { chainId: 'eip155:10' }],
  ['an expired message', { issuedAt: '2020-01-01T00:00:00Z', expirationTime: '2020-01-02T00:00:00Z' }],
  ['somebody else’s signature', {}, stranger],
  ['another browser', {}, owner, 'other'],
])('refuses %s', async (_, change, signer, request) => {
  expect(await make().signIn(change, signer, request)).toBeNull()
})

it('takes any page of the domain, and with `uri` that one alone', async () => {
  const uri = 'https://shop.example/sign-in'
  expect(await make().signIn({ uri })).toMatchObject({ address: owner.address })
  expect(await make({ uri }).signIn({ uri })).toMatchObject({ address: owner.address })
  expect(await make({ uri }).signIn()).toBeNull()
})

it.each([
  undefined,
  null,
  'text',
  {},
  { message: ['a'], signature: {} },
  { message: '', signature: '' },
  { message: 'eip155', signature: '0x' },
])('refuses %j, and its nonce has served', async (credentials) => {
  const { provider, signIn } = make()
  expect(await provider.authorize(credentials, 'browser')).toBeNull()
  expect(await signIn()).toBeNull()
})

it('a network that does not answer has refused nobody', async () => {
  const request = async () => {
    throw new Error('unreachable')
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const { signIn } = make({ networks: { 'eip155:1': client } })
  await expect(signIn({}, stranger)).rejects.toMatchObject({ code: 8308 })
})
