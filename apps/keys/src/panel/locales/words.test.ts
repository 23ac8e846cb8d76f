import { expect, it } from 'vitest'
import { de } from './de.ts'
import { en, type WordKey } from './en.ts'

const places = (message: string) => [...message.matchAll(/\{[a-zA-Z]+\}/g)].map(String).sort()

it('German has every message with the same places, and says Sie', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  for (const [key, message] of Object.entries(de)) {
    expect(message.trim(), key).not.toBe('')
    expect(places(message), key).toEqual(places(en[key as WordKey]))
    expect(message).not.toMatch(/\b(?:du|dich|dir|dein\w*|bist|hast|kannst)\b/i)
  }
})
