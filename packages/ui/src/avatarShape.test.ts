import { describe, expect, it } from 'vitest'
import { avatarShape } from './Avatar.tsx'

describe('avatarShape', () => {
  it('is the same for the same text, in any letter case', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    expect(avatarShape(address)).toEqual(avatarShape(address.toLowerCase()))
  })

  it('differs for texts that differ in one character', () => {
    const seeds = Array.from({ length: 64 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    const shapes = new Set(seeds.map((seed) => JSON.stringify(avatarShape(seed))))
    expect(shapes.size).toBe(seeds.length)
  })

  it('takes any text', () => {
    expect(avatarShape('')).toMatchObject({ ground: expect.stringMatching(/^hsl\(\d+,26%,46%\)$/) })
    expect(avatarShape('ünï🔑')).toBeDefined()
  })
})
