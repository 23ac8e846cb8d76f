import type { KeysState } from '@latchkey/protocol/keys'
import { expect, test } from 'vitest'
import { LOCAL } from '../chains/solana/testing/solanaWorld.ts'
import { readDocumentConfig } from '../context/documentConfig.ts'
import { fakeFrame, signedIn, testAddress, testConfig } from '../testing/fakeFrame.ts'
import { describeUser } from './describeUser.ts'

const solana = {
  namespace: 'solana',
  address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  type: 'eoa',
} as const
const evm = { namespace: 'eip155', address: testAddress, type: 'eoa' } as const
const both = [...testConfig.chains, LOCAL]

/** A wallet that gains the account when it is asked to, or fails to. */
function wallet(chains: typeof testConfig.chains, fails = false) {
  const asked: unknown[] = []
  let state: KeysState = signedIn
  const frame = fakeFrame({
    config: { chains },
    keys: {
      getState: () => state,
      gainAccounts: ({ namespaces }: { namespaces: string[] }) => {
        asked.push(namespaces)
        if (fails) throw new TypeError('no network')
        state = { ...state, accounts: [...state.accounts, solana] }
        return state
      },
    },
  })
  return { frame, asked }
}

test('R3-38 a page that lists Solana has an account there, a plain one, gained without a question', async () => {
  const { frame, asked } = wallet(both)
  expect((await describeUser(frame, {})).accounts).toEqual([evm, solana])
  const user = await describeUser(frame, { chainId: LOCAL.caip2 })
  expect([user.chainId, user.address, user.accounts]).toEqual([LOCAL.caip2, solana.address, [solana, evm]])
  expect(asked).toEqual([['solana']])
})

test('a page that does not list it is told of none, and makes none', async () => {
  const { frame, asked } = wallet(testConfig.chains)
  expect((await describeUser(frame, {})).accounts).toEqual([evm])
  expect(asked).toEqual([])
})

test('an account that cannot be gained stops a page on that network alone', async () => {
  const { frame } = wallet(both, true)
  expect((await describeUser(frame, {})).accounts).toEqual([evm])
  await expect(describeUser(frame, { chainId: LOCAL.caip2 })).rejects.toBeDefined()
})

test('the networks are those of the namespaces that the page lists and the service serves', () => {
  const content = JSON.stringify({ ...testConfig, chains: both })
  const namesFor = (search: string) =>
    readDocumentConfig(content, search).config.chains.map(({ caip2 }) => caip2)
  const evmNames = testConfig.chains.map(({ caip2 }) => caip2)
  expect(namesFor('')).toEqual(evmNames)
  expect(namesFor('?namespaces=eip155')).toEqual(evmNames)
  expect(namesFor('?namespaces=eip155,solana')).toEqual([...evmNames, LOCAL.caip2])
  expect(namesFor('?namespaces=solana')).toEqual([LOCAL.caip2])
  expect(namesFor('?namespaces=cosmos')).toEqual(evmNames)
})
