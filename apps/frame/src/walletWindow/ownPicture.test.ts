import { describe, expect, test } from 'vitest'
import { ownPictureOf } from '../store/ownPicture.ts'
import { windowContract } from './windowContract.ts'

const place = () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage
  return { values, storage: () => storage, memory: new Map<string, string>() }
}

describe('the picture that the person chose', () => {
  test('is kept, and can be taken away', () => {
    const wallet = place()
    expect(ownPictureOf(wallet).read()).toBe('')
    ownPictureOf(wallet).write('boat-teal')
    expect(ownPictureOf(wallet).read()).toBe('boat-teal')
    ownPictureOf(wallet).write('')
    expect(ownPictureOf(wallet).read()).toBe('')
  })

  test('what stands in storage and has no such form counts as none', () => {
    const wallet = place()
    for (const text of ['"<img>"', '"boat-teal-2"', '7', '{', '"BOAT-teal"']) {
      wallet.values.set('latchkey.frame.picture', text)
      expect(ownPictureOf(wallet).read(), text).toBe('')
    }
  })

  test('a window brings it by its name alone', () => {
    const { params } = windowContract.methods.ready
    expect(params.safeParse({ picture: 'boat-teal' }).success).toBe(true)
    expect(params.safeParse({ picture: '' }).success).toBe(true)
    for (const picture of ['boat teal', 'https://evil.example/x', 'a'.repeat(40), 7, undefined])
      expect(params.safeParse({ picture }).success).toBe(false)
  })
})
