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
