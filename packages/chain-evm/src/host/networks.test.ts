import { existsSync } from 'node:fs'
import type { Network } from '@latchkey/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineEvmNetwork } from './defineEvmNetwork.ts'
import { base, baseSepolia, localhost, mainnet } from './networks.ts'
import { parseUnits } from './parseUnits.ts'

describe('networks', () => {
  it.each([
    ['Ethereum', mainnet, 1],
    ['R3-26', base, 8453],
    ['R3-27', baseSepolia, 84532],
    ['R3-17', localhost, 31337],
  ] as const)('%s R3-20 R3-21 R3-24 is complete', (_id, network, id) => {
    expect(network).toMatchObject({
      id,
      caipNetworkId: `eip155:${id}`,
      chainNamespace: 'eip155',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    })
    expect(network.rpcUrls.default.http).toBeInstanceOf(Array)
    expect(network.name).not.toBe('')
  })
  it.each([mainnet, base, baseSepolia, localhost])(
    'R3-25 the service keeps a picture of $name',
    ({ assets }) => {
      const images = new URL('../../../../apps/service/data/asset-images/', import.meta.url)
      expect(existsSync(new URL(`${assets?.imageId}.webp`, images))).toBe(true)
    },
  )
  it('R9-21 Base has a block every 2000 ms, and a viem chain keeps its own time', () => {
    expect([base.blockTime, baseSepolia.blockTime]).toEqual([2_000, 2_000])
    expect(defineEvmNetwork({ ...mainnet, id: 10, blockTime: 250 }).blockTime).toBe(250)
    expect(mainnet.blockTime).toBeUndefined()
  })
  it('R3-22 keeps both lists of RPC URLs apart', () => {
    const rpcUrls = {
      default: { http: ['https://a.example', 'https://b.example'] },
      chainDefault: { http: ['https://c.example'] },
    }
    const network: Network = defineEvmNetwork({ ...base, rpcUrls })
    expect(network.rpcUrls).toEqual(rpcUrls)
    expect(base.rpcUrls.chainDefault).toBeUndefined()
  })
})

describe('parseUnits', () => {
  it('is exact', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(18), (value, decimals) => {
        const digits = value.toString().padStart(decimals + 1, '0')
        const whole = digits.slice(0, digits.length - decimals)
        const text = decimals > 0 ? `${whole}.${digits.slice(-decimals)}` : whole
        expect(parseUnits(text, decimals)).toBe(value)
      }),
    )
  })
  it.each(['', '.', '1.', '.1', '-1', '1e3', '0x1', '1,5', ' 1', 'NaN', '1.0000001'])('refuses %j', (text) =>
    expect(() => parseUnits(text, 6)).toThrow('That is not an amount this currency can have.'),
  )
})
