import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupByFour, shortAddress } from './Address.tsx'

// A checksummed address of EIP-55.
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('shortAddress', () => {
  it('keeps the prefix and four characters at each end', () => {
    expect(shortAddress(address)).toBe('0x5290…9EE7')
    expect(shortAddress('So11111111111111111111111111111111111111112')).toBe('So11…1112')
  })

  it('leaves alone what is short already', () => {
    expect(shortAddress('alice.eth')).toBe('alice.eth')
    expect(shortAddress('')).toBe('')
  })
})

describe('groupByFour', () => {
  it('sets the prefix apart', () => {
    expect(groupByFour(address)).toEqual(['0x', ...(address.slice(2).match(/.{4}/g) ?? [])])
  })

  it('loses nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => groupByFour(text).join('') === text))
  })
})
