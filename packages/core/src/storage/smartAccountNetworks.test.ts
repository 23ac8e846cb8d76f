import { expect, it } from 'vitest'
import { createStorage } from './createStorage.ts'
import { readSmartAccountNetworks, STORAGE_KEYS, writeSmartAccountNetworks } from './storedState.ts'

const storageWith = (key: string, value: string) => {
  const storage = createStorage(() => undefined)
  storage.set(key, value)
  return storage
}

it('R3-80 keeps the networks with smart accounts, as a comma list', () => {
  const storage = createStorage(() => undefined)
  expect(readSmartAccountNetworks(storage)).toEqual([])
  writeSmartAccountNetworks(storage, [1, 8453])
  expect(storage.get(STORAGE_KEYS.smartAccountNetworks)).toBe('1,8453')
  expect(readSmartAccountNetworks(storage)).toEqual(['eip155:1', 'eip155:8453'])
  writeSmartAccountNetworks(storage, [])
  expect(readSmartAccountNetworks(storage)).toEqual([])
})

it.each([' 1', '01', '1e3', '0x1', 'eip155:1', '-1', '0'])('R3-80 drops %j from the list', (text) => {
  expect(readSmartAccountNetworks(storageWith(STORAGE_KEYS.smartAccountNetworks, `${text},10`))).toEqual([
    'eip155:10',
  ])
})
