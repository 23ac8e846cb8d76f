import { beforeEach, describe, expect, it } from 'vitest'
import { openDevice } from './device.ts'
import { createResilientStore, KEEP, openIndexedDbStore } from './recordStore.ts'

/** A disk that is slow is none that is blocked. */
const open = () => createResilientStore(() => openIndexedDbStore(indexedDB, 60_000))

beforeEach(async () => {
  await (await open()).clear()
})

describe("the partition's records in IndexedDB", () => {
  it('survive a reopening, keys included, and the keys cannot be exported', async () => {
    const device = await openDevice(await open())
    const again = await openDevice(await open())
    expect(again.deviceId).toBe(device.deviceId)
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const data = new Uint8Array([1])
    const signature = await crypto.subtle.sign(algorithm, again.proofKey.privateKey, data)
    expect(await crypto.subtle.verify(algorithm, device.proofKey.publicKey, signature, data)).toBe(true)
    await expect(crypto.subtle.exportKey('jwk', again.proofKey.privateKey)).rejects.toThrow()
    await expect(crypto.subtle.exportKey('raw', again.wrappingKey)).rejects.toThrow()
  })

  it('are updated in one transaction: two tabs that count never lose a step', async () => {
    const tabs = await Promise.all([open(), open()])
    const steps = Array.from({ length: 20 }, (_, at) =>
      tabs[at % 2]?.update('session', (current) => (typeof current === 'number' ? current : 0) + 1),
    )
    await Promise.all(steps)
    expect(await tabs[0]?.get('session')).toBe(20)
  })

  it('may be kept, deleted and cleared', async () => {
    const store = await open()
    await store.update('share', () => 'a')
    expect(await store.update('share', () => KEEP)).toBe('a')
    await store.update('share', () => undefined)
    expect(await store.get('share')).toBeUndefined()
    await store.update('share', () => 'b')
    await store.clear()
    expect(await store.get('share')).toBeUndefined()
    expect(store.persistent).toBe(true)
  })
})
