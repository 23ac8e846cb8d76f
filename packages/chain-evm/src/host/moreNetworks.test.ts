import { existsSync } from 'node:fs'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import * as networks from './moreNetworks.ts'

const chains: Readonly<Record<string, viemChains.Chain>> = viemChains
const images = new URL('../../../../apps/service/data/asset-images/', import.meta.url)

describe.each(Object.entries(networks))('%s', (name, network) => {
  it('is the chain that viem calls so', () => {
    const { id, nativeCurrency, blockExplorers, testnet } = chains[name] as viemChains.Chain
    expect(network.id).toBe(id)
    expect(network.nativeCurrency).toMatchObject({
      symbol: nativeCurrency.symbol,
      decimals: nativeCurrency.decimals,
    })
    expect(network.blockExplorers?.default.url).toBe(blockExplorers?.default.url.replace(/\/$/, ''))
    expect(network.testnet ?? false).toBe(testnet ?? false)
  })
  it('has a picture at the service, and an endpoint over TLS', () => {
    expect(existsSync(new URL(`${network.assets?.imageId}.webp`, images))).toBe(true)
    for (const url of network.rpcUrls.default.http) expect(new URL(url).protocol).toBe('https:')
  })
})
