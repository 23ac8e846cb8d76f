import { describe, expect, it } from 'vitest'
import { fillIn, messageParts, say } from './say.ts'

const english = {
  tag: 'en',
  messages: {
    close: 'Close',
    named: '{name}, {name}',
    wait_one: '{count} second',
    wait_other: '{count} seconds',
    wrong: 'Wrong',
    wrong_one: '{count} try left',
    wrong_other: '{count} tries left',
  },
}

type Key = keyof typeof english.messages

describe('say', () => {
  it.each([
    ['close', {}, 'Close'],
    ['named', { name: 'Ada' }, 'Ada, Ada'],
    ['wait', { count: 1 }, '1 second'],
    ['wait', { count: 22 }, '22 seconds'],
    ['wait', {}, ' seconds'],
    ['wrong', {}, 'Wrong'],
    ['wrong', { count: 1 }, '1 try left'],
    ['wrong_other', { count: 1 }, '1 try left'],
    ['wrong_other', { count: 2 }, '2 tries left'],
  ] as const)('%s %j', (key, values, text) => {
    expect(say<Key>(english, key, values)).toBe(text)
  })

  it('writes a count in the digits and groups of the language, and leaves other numbers as they are', () => {
    expect(say<Key>(english, 'wait', { count: 31_337 })).toBe('31,337 seconds')
    expect(say<Key>({ ...english, tag: 'de' }, 'wait', { count: 31_337 })).toBe('31.337 seconds')
    expect(say<Key>({ ...english, tag: 'fa' }, 'wait', { count: 12 })).toBe('۱۲ seconds')
    expect(say<Key>({ ...english, tag: 'fa' }, 'named', { name: 31_337 })).toBe('31337, 31337')
  })

  it('falls back to the form that every language has', () => {
    expect(say<Key>({ ...english, tag: 'ru' }, 'wait', { count: 3 })).toBe('3 seconds')
  })

  it('takes each form that a language has', () => {
    const russian = {
      tag: 'ru',
      messages: { ...english.messages, wait_few: '{count} секунды', wait_many: '{count} секунд' },
    }
    expect(say<Key>(russian, 'wait', { count: 3 })).toBe('3 секунды')
    expect(say<Key>(russian, 'wait', { count: 5 })).toBe('5 секунд')
  })
})

describe('fillIn', () => {
  it('leaves no place open, and writes no value of its prototype', () => {
    expect(fillIn('“{query}”', {})).toBe('“”')
    expect(fillIn('{toString}', {})).toBe('')
  })

  it('writes a value as it is: it has no places and no patterns of its own', () => {
    expect(fillIn('{a} {b}', { a: '{b} $& <b>', b: 'x' })).toBe('{b} $& <b> x')
  })
})

it('splits a message at its places', () => {
  expect(messageParts('Send {amount} to {to}')).toEqual([
    { text: 'Send ' },
    { value: 'amount' },
    { text: ' to ' },
    { value: 'to' },
  ])
})
