import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askedNamespaces } from './proposals.ts'
import {
  accountsOn,
  approvedNetworks,
  chooseNetworks,
  isApproved,
  peerRedirectOf,
  type SessionLike,
  toConnectResult,
  toPairingError,
  toRequestError,
} from './readSession.ts'
import { isNodeMethod } from './sessionRequest.ts'
import { chain } from './testing/walletConnectPage.ts'

const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOL = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const session = (accounts: unknown[], metadata: unknown = { name: 'Wallet' }): SessionLike => ({
  topic: 'a',
  namespaces: { eip155: { accounts: accounts as string[], methods: ['personal_sign'], events: [] } },
  peer: { metadata },
})
const networks = [chain(1), chain(10)]

describe('what a session says', () => {
  it('accounts are those of the active network, each once', () => {
    const one = session([`eip155:1:${A}`, `eip155:1:${A.toLowerCase()}`, `eip155:10:${B}`])
    expect(accountsOn(one, { eip155: 'eip155:1' })).toHaveLength(1)
    expect(accountsOn(one, { eip155: 'eip155:10' })).toEqual([
      { namespace: 'eip155', address: B, type: 'eoa' },
    ])
  })
  it.each([
    ['eip155:1', 'eip155:1'],
    ['eip155:10', 'eip155:10'],
    ['eip155:99', 'eip155:10'],
    [undefined, 'eip155:10'],
  ] as const)('asked for %s it is on %s', (preferred, expected) => {
    const listed = [chain(10), chain(1)]
    const one = session([`eip155:1:${A}`, `eip155:10:${A}`])
    expect(chooseNetworks(one, listed, [preferred])).toEqual({ eip155: expected })
  })
  it('networks that the page does not list are taken when there are no others', () => {
    expect(chooseNetworks(session([`eip155:137:${A}`]), networks, ['eip155:1'])).toEqual({
      eip155: 'eip155:137',
    })
  })
  it('R3-35 R3-39 several namespaces are read from one session, with the types of their accounts', () => {
    const one = session([
      `eip155:1:${A}`,
      `${SOL}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`,
      'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    ])
    const result = toConnectResult(one, chooseNetworks(one, networks, []), 'eip155:1')
    expect(result?.accounts.map(({ type }) => type)).toEqual(['eoa', 'eoa', 'payment'])
    expect(result).toMatchObject({ caipNetworkId: 'eip155:1', networkOf: { solana: SOL } })
  })
  it.each([
    ['no CAIP-10 ids', ['x', '', 'eip155:1', `cosmos:a:${A}`, 'eip155:1:0x12', null, 7, {}]],
    ['nothing', []],
    ['no list', 'eip155:1:0x' as unknown as unknown[]],
  ])('of %s nothing is made', (_what, accounts) => {
    const one = session(accounts)
    expect(toConnectResult(one, chooseNetworks(one, networks, []), 'eip155:1')).toBeUndefined()
  })
  it('never throws, whatever the accounts are', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), fc.string())), (accounts) => {
        expect(approvedNetworks(session(accounts), 'eip155')).toEqual([])
      }),
    )
  })
  it('a method is approved for a namespace or for one network of it', () => {
    expect(isApproved(session([]), 'eip155:1', 'personal_sign')).toBe(true)
    expect(isApproved(session([]), 'eip155:1', 'eth_sign')).toBe(false)
    expect(isApproved(session([]), 'constructor:1', 'personal_sign')).toBe(false)
    const byChain = {
      ...session([]),
      namespaces: { 'eip155:1': { accounts: [], methods: ['x'], events: [] } },
    }
    expect([isApproved(byChain, 'eip155:1', 'x'), isApproved(byChain, 'eip155:10', 'x')]).toEqual([
      true,
      false,
    ])
  })
  it.each(['sendTransfer', null, 7, { includes: 'x' }])(
    'methods that are no list approve none: %j',
    (methods) => {
      const one = {
        ...session([]),
        namespaces: { bip122: { accounts: [], methods: methods as never, events: [] } },
      }
      expect(isApproved(one, 'bip122:000000000019d6689c085ae165831e93', 'sendTransfer')).toBe(false)
    },
  )
  it.each([
    [{ name: 'Wallet', icons: ['https://w.example/i.png'] }, { name: 'Wallet' }],
    [
      { name: 'Wallet', icons: ['data:image/png;base64,AA'] },
      { name: 'Wallet', icon: 'data:image/png;base64,AA' },
    ],
    [{ name: 'Wal\u202elet' }, undefined],
    [null, undefined],
    ['x', undefined],
  ])('of itself: %j', (metadata, wallet) => {
    expect(toConnectResult(session([], metadata), { eip155: 'eip155:1' }, undefined)?.wallet).toEqual(wallet)
  })
  it.each([
    [
      { redirect: { native: 'w://', universal: 'https://w.example' } },
      { native: 'w://', universal: 'https://w.example' },
    ],
    [{ redirect: { native: 7, universal: 'https://w.example' } }, { universal: 'https://w.example' }],
    [{ redirect: { native: 'x'.repeat(600) } }, undefined],
    [{ redirect: 'x' }, undefined],
    [{}, undefined],
  ])('the ways to it: %j', (metadata, expected) => {
    expect(peerRedirectOf(session([], metadata))).toEqual(expected)
  })
})

describe('what is asked for', () => {
  it('is what the page lists, a namespace at a time', () => {
    const solana = { ...chain(1), chainNamespace: 'solana', caipNetworkId: SOL } as const
    const asked = askedNamespaces([chain(1), chain(10), chain(1), solana])
    expect(asked.eip155?.chains).toEqual(['eip155:1', 'eip155:10'])
    expect(asked.solana).toMatchObject({ chains: [SOL] })
    expect(asked.eip155?.methods).not.toContain('eth_sign')
    expect(Object.keys(asked)).toEqual(['eip155', 'solana'])
  })
  it.each([
    ['eth_call', true],
    ['eth_getBalance', true],
    ['eth_sendRawTransaction', true],
    ['eth_sendTransaction', false],
    ['eth_getEncryptionPublicKey', false],
    ['personal_sign', false],
    ['wallet_getCapabilities', false],
  ])('%s asks a node: %s', (method, expected) => {
    expect(isNodeMethod(method)).toBe(expected)
  })
})

describe('errors of wallets', () => {
  it.each([
    [{ code: 5000, message: 'User rejected.' }, 6010],
    [{ code: 5002, message: 'x' }, 6010],
    ['User declined', 6010],
    [{ code: 0, message: 'Proposal expired' }, 6033],
    [new Error('Request expired'), 6033],
  ])('of a pairing: %j', (error, code) => {
    expect(toPairingError(error)).toMatchObject({ code })
  })
  it.each([
    [{ code: 5000, message: 'no' }, 4001],
    [{ code: 5101, message: 'no' }, 4200],
    [{ code: -32000, message: 'no', data: 1 }, -32000],
    [new Error('Request expired. Please try again.'), 6035],
    [undefined, -32603],
  ])('of a request: %j', (error, code) => {
    const made = toRequestError(error)
    expect(made).toBeInstanceOf(Error)
    expect(made).toMatchObject({ code })
  })
})
