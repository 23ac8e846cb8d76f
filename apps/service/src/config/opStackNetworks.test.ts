import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { publicChain } from '../documents/documentConfigs.ts'
import { chainSchema } from './chains.ts'

const predeploy = '0x420000000000000000000000000000000000000F'
const known = [10, 8453, 7777777, 34443, 480, 130, 57073, 1868, 1135, 60808, 360]
const tests = [11155420, 84532, 999999999, 919, 4801, 1301, 763373, 1946, 4202, 808813, 11011]

const told = (fields: object) =>
  publicChain(
    chainSchema.parse({
      name: 'Network',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://node.example'],
      ...fields,
    }),
  ).l1Fee

describe('a network that takes a fee for storing transactions on Ethereum', () => {
  test.each([...known, ...tests])('%i is known for it', (id) => {
    expect(told({ id })).toBe('opStack')
    const definitions = Object.values(viemChains).filter((chain) => chain.id === id)
    expect(definitions).not.toHaveLength(0)
    for (const { contracts = {}, nativeCurrency } of definitions as readonly viemChains.Chain[]) {
      expect(contracts).toMatchObject({ gasPriceOracle: { address: predeploy } })
      expect(nativeCurrency.symbol).toBe('ETH')
    }
  })

  test.each([1, 11155111, 137, 42161, 56, 31337])('%i is not', (id) => expect(told({ id })).toBeUndefined())

  test('is what the operator says it is', () => {
    expect(told({ id: 31337, l1Fee: 'opStack' })).toBe('opStack')
    expect(told({ id: 10, l1Fee: 'none' })).toBeUndefined()
  })

  test('is of a kind that the wallet knows', () => {
    for (const l1Fee of ['arbitrum', true, '', null]) expect(() => told({ id: 10, l1Fee })).toThrow()
  })
})
