import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, isBitcoinAddress } from '../decode/account/addresses.ts'
import { BITCOIN_CHAIN_IDS, type BitcoinChain } from '../model/chainIds.ts'
import { bitcoinAdapter } from './bitcoinAdapter.ts'
import { bitcoin, bitcoinRegtest, bitcoinTestnet, bitcoinTestnet4 } from './networks.ts'

const adapter = bitcoinAdapter({} as Parameters<typeof bitcoinAdapter>[0])
const CHAINS = Object.keys(BITCOIN_CHAIN_IDS) as BitcoinChain[]
const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const script = fc.oneof(
  sized(20).map((hash) => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)),
  sized(20).map((hash) => Uint8Array.of(0xa9, 20, ...hash, 0x87)),
  sized(20).map((hash) => Uint8Array.of(0, 20, ...hash)),
  sized(32).map((hash) => Uint8Array.of(0, 32, ...hash)),
)
const isOfLibrary = (text: string) => CHAINS.some((chain) => isBitcoinAddress(text, chain))

describe('R3-19 R3-29 Bitcoin', () => {
  it('and its test network are built in, with their CAIP-2 ids', () => {
    expect(bitcoin).toMatchObject({
      name: 'Bitcoin',
      caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
      chainNamespace: 'bip122',
      nativeCurrency: { symbol: 'BTC', decimals: 8 },
    })
    expect(bitcoinTestnet).toMatchObject({
      name: 'Bitcoin Testnet',
      caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
      testnet: true,
    })
    expect(adapter.namespace).toBe(bitcoin.chainNamespace)
  })

  it('has explorers that know its test networks', () => {
    expect(adapter.explorerTransactionUrl?.(bitcoin, 'aa')).toBe('https://mempool.space/tx/aa')
    expect(adapter.explorerAddressUrl?.(bitcoinTestnet4, 'tb1q')).toBe(
      'https://mempool.space/testnet4/address/tb1q',
    )
    expect(adapter.explorerAddressUrl?.(bitcoinRegtest, 'bcrt1q')).toBeUndefined()
  })
})

describe('an address', () => {
  it('that the library writes is one, with its checksum', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.constantFrom(...CHAINS), async (bytes, chain) => {
        const text = addressOf(bytes, chain) ?? ''
        expect(adapter.isAddress(text)).toBe(true)
        expect(await adapter.isChecksumAddress?.(text)).toBe(true)
      }),
    )
  })

  it('with one letter changed is one only where the library says so', async () => {
    const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7lABCDEFGHIJ1'
    await fc.assert(
      fc.asyncProperty(
        ...([script, fc.constantFrom(...CHAINS), fc.nat(90), fc.constantFrom(...letters)] as const),
        async (bytes, chain, place, letter) => {
          const text = addressOf(bytes, chain) ?? ''
          const at = place % text.length
          const changed = text.slice(0, at) + letter + text.slice(at + 1)
          expect(await adapter.isChecksumAddress?.(changed)).toBe(isOfLibrary(changed))
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    // BIP-350: a key of taproot, other witness versions, a checksum of the other kind, mixed case, bad lengths and padding.
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', false],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', false],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', false],
    ['bc1gmk9yu', false],
    ['bc1pw5dgrnzv', false],
    ['bc1qr508d6qejxtdg4y5r3zarvaryvqyzf3du', false],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', true],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', false],
    ['', false],
    ['1', false],
    ['0x52908400098527886E0F7030069857D2E4169EE7', false],
  ])('%s: %s', async (text, expected) => expect(await adapter.isChecksumAddress?.(text)).toBe(expected))
})
