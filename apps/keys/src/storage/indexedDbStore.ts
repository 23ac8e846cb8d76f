import { KEEP, type RecordName } from './recordStore.ts'

const DATABASE = 'latchkey-keys'
const STORE = 'records'

/** As `RecordStore`, but a call rejects when the browser refuses it. */
export type FallibleStore = {
  get(name: RecordName): Promise<unknown>
  update(name: RecordName, next: (current: unknown) => unknown): Promise<unknown>
  clear(): Promise<void>
}

/**
 * Opens the partition's database.
 *
 * @param factory `indexedDB`; reading that property may itself throw where storage is blocked, so the caller guards it
 * @param ms how long to wait: another tab may hold an older version open
 * @throws Error when the browser refuses, or does not answer in time
 */
export async function openIndexedDbStore(factory: IDBFactory, ms = 3_000): Promise<FallibleStore> {
  const database = await openDatabase(factory, ms)
  const run = (
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore, done: (value: unknown) => void) => void,
  ) =>
    new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      let answer: unknown
      transaction.oncomplete = () => resolve(answer)
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
      work(transaction.objectStore(STORE), (value) => {
        answer = value
      })
    })
  return {
    get: (name) =>
      run('readonly', (store, done) => {
        const request = store.get(name)
        request.onsuccess = () => done(request.result)
      }),
    update: (name, next) =>
      run('readwrite', (store, done) => {
        const request = store.get(name)
        request.onsuccess = () => {
          const value = next(request.result)
          if (value === KEEP) return done(request.result)
          if (value === undefined) store.delete(name)
          else store.put(value, name)
          done(value)
        }
      }),
    async clear() {
      await run('readwrite', (store) => {
        store.clear()
      })
    },
  }
}

function openDatabase(factory: IDBFactory, ms: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database did not open in time')), ms)
    const request = factory.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('The database did not open'))
    }
    request.onsuccess = () => {
      clearTimeout(timer)
      const database = request.result
      // A later version in another tab must not wait for this one.
      database.onversionchange = () => database.close()
      resolve(database)
    }
  })
}
