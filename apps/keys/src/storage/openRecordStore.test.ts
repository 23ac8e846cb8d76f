import { describe, expect, it } from 'vitest'
import { openDevice } from './device.ts'
import {
  createMemoryStore,
  createResilientStore,
  type FallibleStore,
  KEEP,
  openRecordStore,
} from './recordStore.ts'

const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))

describe('blocked storage', () => {
  it.each([
    [
      'reading the property throws',
      () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    ],
    [
      'opening throws',
      () =>
        ({
          open: () => {
            throw new DOMException('blocked', 'UnknownError')
          },
        }) as unknown as IDBFactory,
    ],
  ])('is replaced by memory when %s', async (_, factory) => {
    const store = await openRecordStore(factory)
    expect(store.persistent).toBe(false)
    await store.update('session', () => 1)
    expect(await store.get('session')).toBe(1)
  })

  it('is replaced by memory when it stops to work, with what was known', async () => {
    const disk = createMemoryStore()
    let broken = false
    const flaky: FallibleStore = {
      get: (name) => (broken ? full() : disk.get(name)),
      update: (name, next) => (broken ? full() : disk.update(name, next)),
      clear: () => (broken ? full() : disk.clear()),
    }
    const store = createResilientStore(flaky)
    const device = await openDevice(store)
    expect(store.persistent).toBe(true)
    broken = true
    await store.update('session', () => 'a')
    expect(store.persistent).toBe(false)
    expect(await openDevice(store)).toBe(device)
    await store.clear()
    expect(await store.get('session')).toBeUndefined()
  })
})

describe('the device', () => {
  it('is one and the same for tabs that start at once', async () => {
    const store = createMemoryStore()
    const [first, second] = await Promise.all([openDevice(store), openDevice(store)])
    expect(first.deviceId).toBe(second.deviceId)
  })

  it('is made anew when the record is something else', async () => {
    const store = createMemoryStore()
    await store.update('device', () => ({ deviceId: 'x' }))
    expect((await openDevice(store)).proofKey.privateKey.extractable).toBe(false)
  })
})

describe('an update', () => {
  it('may keep, replace and delete', async () => {
    const store = createMemoryStore()
    expect(await store.update('share', () => 1)).toBe(1)
    expect(await store.update('share', () => KEEP)).toBe(1)
    expect(await store.update('share', () => undefined)).toBeUndefined()
  })
})
