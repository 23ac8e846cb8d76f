import { ChainUnreachableError, RpcParamsError } from '@latchkey/protocol/frame'
import { describe, expect, test } from 'vitest'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { fakeChain, fakeFrame, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { rememberParties } from '../parties/knownParties.ts'
import { recipientFacts } from './recipientFacts.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** Made to be taken for the friend. */
const poison = `${friend.slice(0, 8)}${'0'.repeat(28)}${friend.slice(-6)}`

type Told = Partial<Record<string, unknown>>
/** A network that knows of an account with coins and no code, unless a test says otherwise. */
const world = (told: Told = {}) => {
  const known: Told = {
    eth_getBlockByNumber: { number: '0x64' },
    eth_getTransactionCount: '0x1',
    eth_getBalance: '0x1',
    eth_getCode: '0x',
    eth_getLogs: [],
    ...told,
  }
  return fakeFrame({
    chain: fakeChain(({ method }: RpcCall) => {
      if (!(method in known)) throw new Error(method)
      return known[method]
    }),
  })
}
const [chain] = testConfig.chains
if (!chain) throw new Error('No network')
const accounts = {
  eoa: testAddress,
  smart: null,
  preferred: 'eoa',
  address: testAddress,
  chain,
} as const
const ask = (frame: ReturnType<typeof world>, question: object) => recipientFacts(frame, [question], accounts)

describe('latchkey_getRecipientFacts', () => {
  test('says of somebody who is not odd that they are new', async () => {
    expect(await ask(world(), { address: friend })).toEqual({ warnings: [{ kind: 'first' }] })
  })

  test('knows whom the account sent to', async () => {
    const frame = world()
    expect(await ask(frame, { address: poison })).toEqual({ warnings: [{ kind: 'first' }] })
    rememberParties(frame, testAddress, { recipients: [friend], tokens: [] })
    expect(await ask(frame, { address: friend.toLowerCase() })).toEqual({ warnings: [] })
    expect(await ask(frame, { address: poison })).toEqual({
      warnings: [{ kind: 'lookAlike', known: friend }],
    })
  })

  test.each<[string, Told, object, object]>([
    [
      'nobody ever used',
      { eth_getTransactionCount: '0x0', eth_getBalance: '0x0' },
      { address: friend },
      { warnings: [{ kind: 'unused' }] },
    ],
    ['is a contract', { eth_getCode: '0x6001' }, { address: friend }, { warnings: [{ kind: 'contract' }] }],
    [
      'the network says nothing of',
      { eth_getCode: null },
      { address: friend },
      { warnings: [{ kind: 'first' }] },
    ],
    [
      'is the account’s own',
      { eth_getCode: '0x6001' },
      { address: testAddress },
      { warnings: [{ kind: 'own' }] },
    ],
    [
      'is the token itself',
      { eth_getCode: '0x6001' },
      { address: token, token },
      { warnings: [{ kind: 'token' }] },
    ],
    [
      'has exchanged nothing but nothing',
      { eth_getLogs: [{ topics: ['0x1', '0x2', '0x3'], data: '0x0' }] },
      { address: friend },
      { warnings: [{ kind: 'planted' }] },
    ],
  ])('tells of an address that %s', async (_, told, question, expected) => {
    expect(await ask(world(told), question)).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty list', []],
    ['no address', [{ address: 'ada.eth' }]],
    ['a token that is none', [{ address: friend, token: '0x1' }]],
    ['more than it takes', [{ address: friend, amount: '1' }]],
    ['two questions', [{ address: friend }, { address: token }]],
  ])('refuses %s', async (_, params) => {
    await expect(recipientFacts(world(), params, accounts)).rejects.toMatchObject({
      code: RpcParamsError.code,
    })
  })

  test('gives up with whoever asked', async () => {
    const frame = fakeFrame({ chain: fakeChain(() => new Promise(() => undefined)) })
    const asked = recipientFacts(frame, [{ address: friend }], accounts, AbortSignal.abort())
    await expect(asked).rejects.toBeDefined()
    await expect(asked).rejects.not.toMatchObject({ code: ChainUnreachableError.code })
  })
})
