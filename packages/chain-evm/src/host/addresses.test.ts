import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isChecksumAddress } from './isChecksumAddress.ts'
import { isEvmAddress } from './isEvmAddress.ts'

/** The examples of EIP-55. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

/** The cache is viem's own and not one of its exports. */
async function viemCache(): Promise<Map<string, boolean>> {
  const module = new URL('address/isAddress.js', import.meta.resolve('viem/utils')).href
  const { isAddressCache } = await import(/* @vite-ignore */ module)
  return isAddressCache
}
const hex40 = fc.stringMatching(/^[0-9a-f]{40}$/)

describe('isEvmAddress', () => {
  it.each(EIP_55)('R5-38 takes %s, and without 0x', (address) => {
    expect(isEvmAddress(address)).toBe(true)
    expect(isEvmAddress(address.slice(2))).toBe(true)
  })
  it.each([
    '',
    '0x',
    '0x12',
    `0x${'g'.repeat(40)}`,
    `0x${'a'.repeat(41)}`,
    ` 0x${'a'.repeat(40)}`,
    `0x${'a'.repeat(40)}\n`,
  ])('R5-38 refuses %j', (text) => expect(isEvmAddress(text)).toBe(false))
})

describe('isChecksumAddress', () => {
  it.each(EIP_55)('R5-39 takes the example %s of EIP-55', (address) =>
    expect(isChecksumAddress(address)).toBe(true),
  )
  it('R5-39 takes one case alone, and refuses any other mixture than the right one', () => {
    fc.assert(
      fc.property(
        hex40,
        (digits) => isChecksumAddress(`0x${digits}`) && isChecksumAddress(`0x${digits.toUpperCase()}`),
      ),
    )
    for (const address of EIP_55.slice(4)) {
      const wrong = address
        .slice(2)
        .replace(/[a-f]/i, (letter) =>
          letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
        )
      expect(isChecksumAddress(`0x${wrong}`)).toBe(false)
    }
  })
  it('R9-62 the cache of viem that it asks holds 8192 answers, and dropping some changes none', async () => {
    const cache = await viemCache()
    const right = EIP_55.at(-1) ?? ''
    const wrong = right.replace('D', 'd')
    const answers = () => [isChecksumAddress(right), isChecksumAddress(wrong)]
    expect(answers()).toEqual([true, false])
    expect(cache.has(`${right}.true`)).toBe(true)
    const ask = (from: number, count: number) => {
      for (let index = from; index < from + count; index++)
        isChecksumAddress(`0x${index.toString().padStart(39, '0')}a`)
    }
    ask(0, 8_191)
    expect(cache.size).toBe(8_192)
    expect(cache.has(`${wrong}.true`)).toBe(true)
    expect(cache.has(`${right}.true`)).toBe(false)
    ask(8_191, 1_000)
    expect(cache.size).toBe(8_192)
    expect(cache.has(`${wrong}.true`)).toBe(false)
    expect(answers()).toEqual([true, false])
  })
})
