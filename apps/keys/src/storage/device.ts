import { randomId } from '@latchkey/std/randomId'
import type { RecordStore } from './recordStore.ts'

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
export async function findDevice(store: RecordStore): Promise<Device | null> {
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
