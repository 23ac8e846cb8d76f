import { encrypted } from '@latchkey/protocol/http'
import { once } from '@latchkey/std/once'
import { randomId } from '@latchkey/std/randomId'
import * as z from 'zod/mini'
import { recordAad } from '../vault/aad.ts'
import { decrypt, encrypt } from '../vault/aesGcm.ts'
import { KEEP, type RecordName, type RecordStore } from './recordStore.ts'

/** What makes this partition a device: none of its private keys can be exported. */
export type Device = {
  /** 128 random bits; names the device to nobody but the service. */
  deviceId: string
  /** ECDSA P-256: proves that requests come from this device (RFC 9449). */
  proofKey: CryptoKeyPair
  /** AES-256-GCM: encrypts what this partition stores. */
  wrappingKey: CryptoKey
}

async function makeDevice(): Promise<Device> {
  const proofKey = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return { deviceId: randomId(), proofKey, wrappingKey }
}

/**
 * The device of this partition, made on first use. Two tabs that start at once get the same one.
 *
 * @example const device = await openDevice(store)
 */
export async function openDevice(store: RecordStore): Promise<Device> {
  const stored = await store.get('device')
  if (isDevice(stored)) return stored
  const made = await makeDevice()
  const kept = await store.update('device', (current) => (isDevice(current) ? current : made))
  return isDevice(kept) ? kept : made
}

/** The device, if this partition has one already. */
async function findDevice(store: RecordStore): Promise<Device | null> {
  const stored = await store.get('device')
  return isDevice(stored) ? stored : null
}

function isDevice(value: unknown): value is Device {
  if (typeof value !== 'object' || value === null) return false
  const { deviceId, proofKey, wrappingKey } = value as Partial<Record<keyof Device, unknown>>
  return typeof deviceId === 'string' && isPair(proofKey) && wrappingKey instanceof CryptoKey
}

function isPair(value: unknown): value is CryptoKeyPair {
  if (typeof value !== 'object' || value === null) return false
  const { privateKey, publicKey } = value as Partial<Record<keyof CryptoKeyPair, unknown>>
  return privateKey instanceof CryptoKey && publicKey instanceof CryptoKey
}

const envelope = /* @__PURE__ */ once(() => z.strictObject({ tag: z.string(), sealed: encrypted() }))

export type SealedRecord<T> = {
  /** Null when there is none, or it cannot be read. The tag changes with every write. */
  read(): Promise<{ tag: string; value: T } | null>
  /**
   * Encrypts and writes, if `allowed` still says so inside the transaction.
   *
   * @param allowed sees the tag of what is stored now
   * @returns whether it was written
   */
  write(value: T, allowed?: (currentTag: string | null) => boolean): Promise<boolean>
  /** Deletes, if `allowed` says so. */
  remove(allowed?: (currentTag: string | null) => boolean): Promise<void>
}

/**
 * One record that is JSON under the partition's wrapping key and fits a schema.
 *
 * @example const sessions = createSealedRecord(store, 'session', storedSession)
 */
export function createSealedRecord<S extends z.ZodMiniType>(
  store: RecordStore,
  name: RecordName,
  schema: () => S,
): SealedRecord<z.output<S>> {
  return {
    async read() {
      const [device, stored] = await Promise.all([findDevice(store), store.get(name)])
      if (!device || stored === undefined) return null
      const record = envelope().safeParse(stored)
      if (!record.success) return null
      const { tag, sealed } = record.data
      try {
        const bytes = await decrypt(device.wrappingKey, sealed, recordAad(name))
        const value = schema().safeParse(JSON.parse(new TextDecoder().decode(bytes)))
        return value.success ? { tag, value: value.data } : null
      } catch {
        return null
      }
    },
    async write(value, allowed = () => true) {
      const device = await openDevice(store)
      const bytes = new TextEncoder().encode(JSON.stringify(value))
      const record = { tag: randomId(), sealed: await encrypt(device.wrappingKey, bytes, recordAad(name)) }
      let written = false
      await store.update(name, (current) => {
        written = allowed(tagOf(current))
        return written ? record : KEEP
      })
      return written
    },
    async remove(allowed = () => true) {
      await store.update(name, (current) => (allowed(tagOf(current)) ? undefined : KEEP))
    },
  }
}

function tagOf(current: unknown): string | null {
  const record = envelope().safeParse(current)
  return record.success ? record.data.tag : null
}
