import { expect, test } from 'vitest'
import { publicChain } from '../documents/documentConfigs.ts'
import { chainSchema } from './chains.ts'
import { budgetOf, isAnything, type Sponsorship } from './projects.ts'
import { isSponsored } from './ServiceConfig.ts'

const paymaster = { address: `0x${'1'.repeat(40)}`, sponsor: 'The shop' }
const chain = chainSchema.parse({
  id: 10,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example/key'],
  bundlerUrls: ['https://bundler.example/key'],
  paymaster,
  permissionManager: paymaster.address,
})
const secrets = { paymasterSigner: new Uint8Array(32) } as Parameters<typeof isSponsored>[0]['secrets']
const none = {} as typeof secrets

type Mode = 'development' | 'production'
test.each<[string, Mode, Sponsorship, boolean]>([
  ['development', 'development', {}, true],
  ['production', 'production', {}, false],
  ['production with a budget', 'production', { weiPerDay: '1' }, true],
  [
    'production with one for another network',
    'production',
    { networks: { '11': { weiPerDay: '1' } } },
    false,
  ],
  ['production with one for this network', 'production', { networks: { '10': { weiPerDay: '1' } } }, true],
  ['development turned off', 'development', { weiPerDay: '0' }, false],
  ['turned off for this network', 'development', { networks: { '10': { operationsPerDay: 0 } } }, false],
  ['nothing for an account', 'development', { weiPerAccountDay: '0' }, false],
])('%s', (_, mode, sponsorship, expected) => {
  expect(isAnything(budgetOf({ mode, sponsorship }, 10))).toBe(expected)
  expect(isSponsored({ secrets }, { mode, sponsorship }, chain)).toBe(expected)
  expect(isSponsored({ secrets: none }, { mode, sponsorship }, chain)).toBe(false)
})

test('R6-4 a browser hears of smart accounts, and of nothing behind them', () => {
  expect(publicChain(chain, true).smartAccounts).toEqual({
    entryPoint: '0.7',
    sponsor: 'The shop',
    permissionManager: paymaster.address,
  })
  expect(publicChain(chain).smartAccounts).not.toHaveProperty('sponsor')
  expect(JSON.stringify(publicChain(chain, true))).not.toMatch(/key|bundler/)
  const { bundlerUrls: _, paymaster: __, permissionManager: ___, ...plain } = chain
  expect(publicChain(plain, true)).not.toHaveProperty('smartAccounts')
})
