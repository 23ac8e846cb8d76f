import { encodeAbiParameters, getContractAddress, isAddress, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { knownNetworks } from './knownTokens.ts'
import { repeatedAddress, sameToken, tokenSchema } from './tokenSchema.ts'

/** Uniswap's own deployments: the factory decides where a pool is (v3-core, PoolAddress). */
const FACTORY = '0x1F98431c8aD98523631AE4a59f267346ea31F984'
const FACTORIES: Readonly<Record<string, `0x${string}`>> = {
  56: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
  8453: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
  43114: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
}
const POOL_CODE = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const FEES = [100, 500, 3_000, 10_000]

function poolsOf(chain: string, [one, other]: readonly [`0x${string}`, `0x${string}`]): string[] {
  const pair = BigInt(one) < BigInt(other) ? [one, other] : [other, one]
  return FEES.map((fee) => {
    const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }]
    return getContractAddress({
      opcode: 'CREATE2',
      from: FACTORIES[chain] ?? FACTORY,
      salt: keccak256(encodeAbiParameters(types, [...pair, fee])),
      bytecodeHash: POOL_CODE,
    })
  })
}

describe.each(Object.entries(knownNetworks))('network %s', (chain, { tokens, prices }) => {
  test('each token is one that an operator could have written, with its checksum, and stands once', () => {
    for (const token of tokens) {
      expect(tokenSchema.safeParse(token)).toEqual({ success: true, data: token })
      expect(isAddress(token.address, { strict: true })).toBe(true)
    }
    expect(repeatedAddress(tokens)).toBe(-1)
    expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length)
  })
  test('each pool is where Uniswap puts one of its two tokens', () => {
    for (const { address, tokens: pair } of prices.pools) expect(poolsOf(chain, pair)).toContain(address)
  })
  test('what prices are told in is on the list', () => {
    const used = [...prices.dollars, ...prices.pools.flatMap(({ tokens: pair }) => pair)]
    for (const one of used) expect(tokens.some(({ address }) => sameToken(address, one))).toBe(true)
    expect(tokens.some(({ address }) => sameToken(address, prices.wrapped ?? ''))).toBe(true)
  })
})
