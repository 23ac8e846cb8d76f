import type { KeysDocumentConfig } from '@latchkey/protocol'
import type { ProofClient } from '../http/proofClient.ts'
import type { TokenClient } from '../http/tokenClient.ts'
import { createSealedRecord, type Device, openDevice, type SealedRecord } from '../storage/device.ts'
import { KEEP, type RecordName, type RecordStore } from '../storage/recordStore.ts'
import type { Vault } from '../vault/Vault.ts'
import {
  currentShare,
  type StoredChallenge,
  type StoredSession,
  type StoredShare,
  storedChallenge,
  storedSession,
  storedShare,
} from './keysState.ts'

/** Everything that this partition remembers. */
export type Partition = {
  sessions: SealedRecord<StoredSession>
  challenges: SealedRecord<StoredChallenge>
  /** The records themselves, for those whose form comes with the code that needs it. */
  store: RecordStore
  device(): Promise<Device>
  readShare(): Promise<StoredShare | null>
  /** The share that was set aside. */
  readDoubted(): Promise<StoredShare | null>
  /** The share that was set aside is given up for this one. @param allowed asked inside the transaction */
  writeShare(share: StoredShare, allowed: () => boolean): Promise<boolean>
  /** Puts the share in the place of the one stored, if that is of the same keyset. */
  growShare(share: StoredShare): Promise<boolean>
  /** Deletes the share of that keyset, if it is still the one stored. */
  dropShare(keysetId: string): Promise<void>
  /**
   * Sets the share of that keyset aside, if it is still the one stored: it counts no more, and is there should the service
   * have its own half whole again.
   */
  doubtShare(keysetId: string): Promise<void>
  /** Deletes everything, the device's keys too. */
  wipe(): Promise<void>
  readonly persistent: boolean
}

/** Gives the partition's records their types. */
export function createPartition(store: RecordStore): Partition {
  const parseShare = (value: unknown) => {
    // Nobody was here: the schema is not needed.
    if (value === undefined) return null
    const share = storedShare().safeParse(value)
    return share.success ? currentShare(share.data) : null
  }
  const read = async (name: RecordName) => parseShare(await store.get(name))
  const write = async (toStore: (current: unknown) => StoredShare | typeof KEEP) => {
    let written = false
    await store.update('share', (current) => {
      const next = toStore(current)
      written = next !== KEEP
      return next
    })
    return written
  }
  const dropShare = async (keysetId: string) => {
    await store.update('share', (current) => (parseShare(current)?.keysetId === keysetId ? undefined : KEEP))
  }
  return {
    sessions: createSealedRecord(store, 'session', storedSession),
    challenges: createSealedRecord(store, 'challenge', storedChallenge),
    store,
    device: () => openDevice(store),
    readShare: () => read('share'),
    readDoubted: () => read('doubtedShare'),
    async writeShare(share, allowed) {
      const written = await write(() => (allowed() ? share : KEEP))
      if (written) await store.update('doubtedShare', () => undefined)
      return written
    },
    growShare: (share) =>
      write((current) => (parseShare(current)?.keysetId === share.keysetId ? share : KEEP)),
    dropShare,
    async doubtShare(keysetId) {
      const share = await read('share')
      if (share?.keysetId !== keysetId) return
      await store.update('doubtedShare', () => share)
      await dropShare(keysetId)
    },
    wipe: () => store.clear(),
    get persistent() {
      return store.persistent
    },
  }
}

/** What the parts of one keys document share. */
export type KeysContext = {
  readonly config: KeysDocumentConfig
  /** The site that has opened the wallet. */
  readonly hostOrigin: string
  readonly partition: Partition
  readonly vault: Vault
  /** With the device's proof alone. */
  readonly client: ProofClient
  /** With the session's token too. */
  readonly authorized: TokenClient
  /** Tells the frame and the other tabs that the state may be another one now. */
  changed(): Promise<void>
}
