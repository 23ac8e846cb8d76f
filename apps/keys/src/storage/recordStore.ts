/** The records of one partition. */
export type RecordName =
  | 'device'
  | 'session'
  | 'challenge'
  | 'share'
  | 'doubtedShare'
  | 'flows'
  | 'join'
  | 'emailChange'

/**
 * Small key-value storage of structured-clonable values. `get` gives `unknown`: whoever reads checks.
 * No call rejects: storage that fails is replaced by memory (see `openRecordStore`).
 */
export type RecordStore = {
  get(name: RecordName): Promise<unknown>
  /**
   * Writes `next(current)` in one transaction, so that tabs of one partition agree; `undefined` deletes, `KEEP` leaves all
   * as it is. Answers with what is stored afterwards.
   */
  update(name: RecordName, next: (current: unknown) => unknown): Promise<unknown>
  /** Deletes every record, also what was stored before memory took over. */
  clear(): Promise<void>
  /** False once the records live in this page's memory only. */
  readonly persistent: boolean
}

/** Answer of an `update` that changes nothing. */
export const KEEP: unique symbol = Symbol('keep')

/** Records that end with the page. */
export function createMemoryStore(): RecordStore {
  const records = new Map<RecordName, unknown>()
  return {
    persistent: false,
    async get(name) {
      return records.get(name)
    },
    async update(name, next) {
      const value = next(records.get(name))
      if (value === undefined) records.delete(name)
      else if (value !== KEEP) records.set(name, value)
      return records.get(name)
    },
    async clear() {
      records.clear()
    },
  }
}

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
  const change = (work: (store: IDBObjectStore, done: (value: unknown) => void) => void) =>
    new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' })
      let answer: unknown
      transaction.oncomplete = () => resolve(answer)
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
      work(transaction.objectStore(STORE), (value) => {
        answer = value
      })
    })
  return {
    // What was read is known before its transaction is over.
    get: (name) =>
      new Promise((resolve, reject) => {
        const request = database.transaction(STORE, 'readonly').objectStore(STORE).get(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('The record was not read'))
      }),
    update: (name, next) =>
      change((store, done) => {
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
      await change((store) => {
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

/**
 * Opens the partition's records. Where the browser blocks storage, or stops to give it later, memory takes over and
 * `persistent` turns false: the session then ends with the page, and nothing crashes.
 *
 * @param factory gives `indexedDB`; may throw
 * @example const store = await openRecordStore(() => indexedDB)
 */
export const openRecordStore = (factory: () => IDBFactory): Promise<RecordStore> =>
  createResilientStore(async () => openIndexedDbStore(factory()))

/**
 * Keeps a copy of each record read or written, and goes on with the copies once the disk fails although it was opened
 * again.
 */
export async function createResilientStore(open: () => Promise<FallibleStore>): Promise<RecordStore> {
  const copies = createMemoryStore()
  let opening = open()
  let persistent = await opening.then(
    () => true,
    () => false,
  )
  const onDisk = async <T>(work: (disk: FallibleStore) => Promise<T>): Promise<T> => {
    const tried = opening
    try {
      return await work(await tried)
    } catch {
      // The browser may have taken the connection away, and another call may have opened it again.
      if (opening === tried) opening = open()
      return work(await opening)
    }
  }
  const attempt = async <T>(
    work: (disk: FallibleStore) => Promise<T>,
    inMemory: () => Promise<T>,
  ): Promise<T> => {
    if (!persistent) return inMemory()
    try {
      return await onDisk(work)
    } catch {
      persistent = false
      return inMemory()
    }
  }
  return {
    get persistent() {
      return persistent
    },
    get: (name) =>
      attempt(
        async (disk) => {
          const value = await disk.get(name)
          await copies.update(name, () => value)
          return value
        },
        () => copies.get(name),
      ),
    update: (name, next) =>
      attempt(
        async (disk) => {
          const value = await disk.update(name, next)
          await copies.update(name, () => value)
          return value
        },
        () => copies.update(name, next),
      ),
    async clear() {
      await copies.clear()
      try {
        // Also once memory has taken over: what it took over from is still there.
        await onDisk((disk) => disk.clear())
      } catch {
        persistent = false
      }
    },
  }
}
