import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStorage } from './createStorage.ts'
import { isEmailLoginUsed, readConnections, readLastUsedChain } from './storedConnections.ts'
import {
  clearLoginCache,
  readLastEmailLoginTime,
  readRecentWallets,
  rememberWallet,
  STORAGE_KEYS,
  writeConnection,
} from './storedState.ts'

const memory = () => createStorage(() => undefined)

describe('stored state', () => {
  it('R3-81 R3-83 keeps connections with their connector ids, and forgets one namespace', () => {
    const storage = memory()
    const connection = { connectorId: 'embedded', caipNetworkId: 'eip155:1' } as const
    writeConnection(storage, 'eip155', connection)
    expect(readConnections(storage)).toEqual({ eip155: connection })
    writeConnection(storage, 'eip155', undefined)
    expect(readConnections(storage)).toEqual({})
    expect(storage.get(STORAGE_KEYS.connections)).toBeUndefined()
  })
  it.each([
    '{',
    '[]',
    'null',
    '{"eip155":1}',
    '{"eip155":{"connectorId":"a"}}',
    '{"eip155":{"connectorId":"a b","caipNetworkId":"eip155:1"}}',
    '{"eip155":{"connectorId":"a","caipNetworkId":"solana:1"}}',
    '{"__proto__":{"connectorId":"a","caipNetworkId":"eip155:1"}}',
  ])('drops the connections %s', (text) => {
    const storage = memory()
    storage.set(STORAGE_KEYS.connections, text)
    expect(readConnections(storage)).toEqual({})
  })
  it('never throws and never makes a prototype of what is stored', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const storage = memory()
        for (const key of Object.values(STORAGE_KEYS)) storage.set(key, text)
        readConnections(storage)
        readRecentWallets(storage)
        readLastUsedChain(storage)
        readLastEmailLoginTime(storage)
        expect(({} as Record<string, unknown>).connectorId).toBeUndefined()
      }),
    )
  })
  it('R3-72 R3-82 R9-33 keeps the two wallets used last, newest first, each once', () => {
    const storage = memory()
    for (const id of ['a', 'b', 'a', 'c']) rememberWallet(storage, { id })
    expect(readRecentWallets(storage)).toEqual([{ id: 'c' }, { id: 'a' }])
    expect(JSON.parse(storage.get(STORAGE_KEYS.recentWallets) ?? '')).toHaveLength(2)
  })
  it('R3-79 reads no time that is not one', () => {
    const storage = memory()
    storage.set(STORAGE_KEYS.lastEmailLoginTime, '12x')
    expect(readLastEmailLoginTime(storage)).toBeUndefined()
    storage.set(STORAGE_KEYS.lastEmailLoginTime, '12')
    expect(readLastEmailLoginTime(storage)).toBe(12)
  })
  it('R3-75 R3-76 R3-78 R4-47 clears everything that a login left', () => {
    const storage = memory()
    const keys = ['emailLoginUsed', 'emailHint', 'socialUsername', 'lastUsedChain'] as const
    for (const key of keys) storage.set(STORAGE_KEYS[key], 'true')
    expect(isEmailLoginUsed(storage)).toBe(true)
    clearLoginCache(storage)
    expect(keys.map((key) => storage.get(STORAGE_KEYS[key]))).toEqual(keys.map(() => undefined))
    expect(isEmailLoginUsed(storage)).toBe(false)
  })
})
