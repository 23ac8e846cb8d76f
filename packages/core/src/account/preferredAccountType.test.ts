import { expect, it } from 'vitest'
import { createStorage } from '../storage/createStorage.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { readPreferredAccountTypes, writePreferredAccountType } from './preferredAccountType.ts'

const storageWith = (key: string, value: string) => {
  const storage = createStorage(() => undefined)
  storage.set(key, value)
  return storage
}

it('R3-12 remembers the kind of account of each namespace', () => {
  const storage = createStorage(() => undefined)
  writePreferredAccountType(storage, 'eip155', 'eoa')
  writePreferredAccountType(storage, 'solana', 'eoa')
  writePreferredAccountType(storage, 'eip155', 'smartAccount')
  expect(readPreferredAccountTypes(storage)).toEqual({ eip155: 'smartAccount', solana: 'eoa' })
})

it.each([
  '',
  'null',
  '[]',
  '{',
  '{"eip155":"payment"}',
  '{"eip155":1}',
  '{"polkadot":"eoa"}',
  '{"__proto__":{"eip155":"eoa"}}',
])('drops a stored %j', (text) => {
  expect(readPreferredAccountTypes(storageWith(STORAGE_KEYS.preferredAccountTypes, text))).toEqual({})
})
