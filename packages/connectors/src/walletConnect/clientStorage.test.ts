import { createStorage } from '@latchkey/core'
import { expect, it } from 'vitest'
import { clientStorage } from './createClient.ts'
import { sharedArea } from './testing/walletConnectPage.ts'

it('the next load finds what one load wrote, though its instance has another name', async () => {
  const { storage, map } = sharedArea()
  await clientStorage(storage, 'one').setItem('wc@2:core:0.3:one//keychain', { a: 1n })
  expect([...map.keys()]).toEqual(['latchkey.wc.wc@2:core:0.3//keychain'])
  const next = clientStorage(storage, 'two')
  expect(await next.getItem('wc@2:core:0.3:two//keychain')).toEqual({ a: '1' })
  expect(await next.getEntries()).toHaveLength(1)
  expect(await next.getKeys()).toHaveLength(1)
  await next.removeItem('wc@2:core:0.3:two//keychain')
  expect([map.size, (await next.getKeys()).length]).toEqual([0, 0])
})
it('works where storage is blocked, and reads malformed JSON as undefined', async () => {
  const blocked = clientStorage(
    createStorage(() => {
      throw new Error('SecurityError')
    }),
    'x',
  )
  await blocked.setItem('key', [1])
  expect(await blocked.getItem('key')).toEqual([1])
  const { storage } = sharedArea([['latchkey.wc.key', '{']])
  expect(await clientStorage(storage, 'x').getItem('key')).toBeUndefined()
})

it.each([
  ['a record', { a: 1, gone: 2 }, { a: 1, own: 3 }, { a: 1, gone: 2, other: 4 }, { a: 1, other: 4, own: 3 }],
  [
    'a list',
    [{ topic: 'a', n: 1 }, { topic: 'gone' }],
    [{ topic: 'a', n: 2 }, { topic: 'own' }],
    [{ topic: 'a', n: 1 }, { topic: 'gone' }, { topic: 'other' }],
    [{ topic: 'a', n: 2 }, { topic: 'other' }, { topic: 'own' }],
  ],
  [
    'a list, where the other tab has deleted',
    [{ id: 1 }, { id: 2 }],
    [{ id: 1 }, { id: 2 }],
    [{ id: 2 }],
    [{ id: 2 }],
  ],
  ['a text', 'before', 'own', 'other', 'own'],
  ['another form', { a: 1 }, { a: 1, own: 2 }, [1], { a: 1, own: 2 }],
])(
  '%s has what this tab has changed and what the other one has stored',
  async (_, before, own, other, expected) => {
    const { storage } = sharedArea()
    await clientStorage(storage, 'x').setItem('key', before)
    const tab = clientStorage(storage, 'x')
    await tab.getItem('key')
    await clientStorage(storage, 'y').removeItem('key')
    await clientStorage(storage, 'y').setItem('key', other)
    await tab.setItem('key', own)
    expect(await clientStorage(storage, 'z').getItem('key')).toEqual(expected)
    // Of its own memory it has written all: what came from the other tab is not taken for deleted.
    await tab.setItem('key', own)
    expect(await clientStorage(storage, 'z').getItem('key')).toEqual(expected)
  },
)
