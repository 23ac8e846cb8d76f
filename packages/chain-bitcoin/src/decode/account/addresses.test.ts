import { address as second } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as networks from '../../host/networks.ts'
import { BITCOIN_CHAIN_IDS, type BitcoinChain, bitcoinChainOf } from '../../model/chainIds.ts'
import { networkOf } from '../testing/secondLibrary.ts'
import { addressOf, isBitcoinAddress, onChain, scriptOf } from './addresses.ts'

const CHAINS = Object.keys(BITCOIN_CHAIN_IDS) as BitcoinChain[]
const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')
const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** Scripts of every kind that has an address: BIP-16, BIP-141, and the oldest. */
const script = fc.oneof(
  sized(20).map((hash) => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)),
  sized(20).map((hash) => Uint8Array.of(0xa9, 20, ...hash, 0x87)),
  sized(20).map((hash) => Uint8Array.of(0, 20, ...hash)),
  sized(32).map((hash) => Uint8Array.of(0, 32, ...hash)),
)

describe('the networks', () => {
  it('have the ids of CAIP-2, by the hash of their first block', () => {
    expect(networks.bitcoin.caipNetworkId).toBe('bip122:000000000019d6689c085ae165831e93')
    expect(networks.bitcoinTestnet.caipNetworkId).toBe('bip122:000000000933ea01ad0ee984209779ba')
    for (const network of Object.values(networks)) {
      expect(network.chainNamespace).toBe('bip122')
      expect(network.nativeCurrency).toEqual({ name: 'Bitcoin', symbol: 'BTC', decimals: 8 })
      expect(network.caipNetworkId).toBe(`bip122:${network.id}`)
      expect(CHAINS).toContain(bitcoinChainOf(network.caipNetworkId))
    }
    expect(bitcoinChainOf('bip122:00000000000000000000000000000000')).toBeUndefined()
  })
})

describe('an address', () => {
  it('stands for the script that bitcoinjs-lib reads, on each network', () => {
    fc.assert(
      fc.property(script, fc.constantFrom(...CHAINS), (bytes, chain) => {
        const text = addressOf(bytes, chain) ?? ''
        expect(text).toBe(second.fromOutputScript(bytes, networkOf(chain)))
        expect(hex(scriptOf(text, chain))).toBe(hex(bytes))
      }),
    )
  })

  it('of one letter changed is none', () => {
    const text = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'),
        (at, letter) => {
          const changed = text.slice(0, at) + letter + text.slice(at + 1)
          return changed === text || !isBitcoinAddress(changed, 'mainnet')
        },
      ),
    )
  })

  it.each([
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
  ])('%s is one (BIP-173, BIP-350, base58)', (text) => expect(isBitcoinAddress(text, 'mainnet')).toBe(true))

  it.each([
    // Vectors of BIP-350 that are not valid, a mixed case, base58 with a wrong checksum, other networks, and none at all.
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1qw508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '',
  ])('%s is none of mainnet', (text) => expect(isBitcoinAddress(text, 'mainnet')).toBe(false))

  it('is written for another network with that network’s prefix', () => {
    const text = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(onChain(text, 'mainnet', 'testnet')).toBe('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    expect(onChain(text, 'mainnet', 'regtest')).toMatch(/^bcrt1q/)
    expect(onChain(text, 'testnet', 'mainnet')).toBeUndefined()
  })

  it('is not had by data', () => expect(addressOf(Uint8Array.of(0x6a, 1, 7), 'mainnet')).toBeUndefined())
})
