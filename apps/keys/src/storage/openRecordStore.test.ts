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
})

/** A disk, and the connections to it: one that is lost works no more, and none works while the disk is broken. */
function createFlakyDisk() {
  const disk = createMemoryStore()
  const state = { isBroken: false, connection: 0 }
  const open = async (): Promise<FallibleStore> => {
    const connection = ++state.connection
    const guard = () => (state.isBroken || connection !== state.connection ? full() : Promise.resolve())
    await guard()
    return {
      get: async (name) => guard().then(() => disk.get(name)),
      update: async (name, next) => guard().then(() => disk.update(name, next)),
      clear: async () => guard().then(() => disk.clear()),
    }
  }
  return { disk, state, open }
}

describe('storage that stops to work', () => {
  it('is replaced by memory, with what was known', async () => {
    const { state, open } = createFlakyDisk()
    const store = await createResilientStore(open)
    const device = await openDevice(store)
    expect(store.persistent).toBe(true)
    state.isBroken = true
    await store.update('session', () => 'a')
    expect(store.persistent).toBe(false)
    expect(await openDevice(store)).toBe(device)
    await store.clear()
    expect(await store.get('session')).toBeUndefined()
  })

  it('is opened again once: a connection that the browser took away is no loss', async () => {
    const { disk, state, open } = createFlakyDisk()
    const store = await createResilientStore(open)
    state.connection++
    await Promise.all([store.update('session', () => 'a'), store.update('share', () => 'b')])
    expect([await disk.get('session'), await disk.get('share')]).toEqual(['a', 'b'])
    expect(store.persistent).toBe(true)
    expect(state.connection).toBe(3)
  })

  it('is emptied all the same: nothing that was stored before outlives a sign-out', async () => {
    const { disk, state, open } = createFlakyDisk()
    const store = await createResilientStore(open)
    await store.update('session', () => 'a used token')
    await store.update('share', () => 'b')
    state.isBroken = true
    await store.update('session', () => 'a fresh token')
    state.isBroken = false
    await store.clear()
    expect([await disk.get('session'), await disk.get('share')]).toEqual([undefined, undefined])
    expect(await store.get('session')).toBeUndefined()
  })

  it('is emptied also where it did not open at first', async () => {
    const { disk, state, open } = createFlakyDisk()
    await disk.update('share', () => 'b')
    state.isBroken = true
    const store = await createResilientStore(open)
    expect(store.persistent).toBe(false)
    state.isBroken = false
    await store.clear()
    expect(await disk.get('share')).toBeUndefined()
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
