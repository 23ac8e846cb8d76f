import { describe, expect, test } from 'vitest'
import { hexToBytes } from './primitives/hex.ts'
import gcm from './vectors/wycheproofAesGcm.json' with { type: 'json' }
import hkdf from './vectors/wycheproofHkdfSha256.json' with { type: 'json' }

/** What shares are encrypted with where the keyring is used. The platform does it; these show that the platform is right. */
const { subtle } = globalThis.crypto
const bytes = (hex: string) => hexToBytes(`0x${hex}`)

describe('Wycheproof AES-256-GCM, 96-bit iv', () => {
  test.each(gcm)('$tcId: $result', async ({ key, iv, aad, msg, ct, tag, result }) => {
    const imported = await subtle.importKey('raw', bytes(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
    const parameters = { name: 'AES-GCM', iv: bytes(iv), additionalData: bytes(aad), tagLength: 128 }
    const decrypted = subtle.decrypt(parameters, imported, bytes(ct + tag))
    if (result === 'invalid') return await expect(decrypted).rejects.toThrow()
    expect(Buffer.from(await decrypted).toString('hex')).toBe(msg)
    const encrypted = await subtle.encrypt(parameters, imported, bytes(msg))
    expect(Buffer.from(encrypted).toString('hex')).toBe(ct + tag)
  })
})

describe('Wycheproof HKDF-SHA-256', () => {
  test.each(hkdf)('$tcId: $result', async ({ ikm, salt, info, size, okm, result }) => {
    const key = await subtle.importKey('raw', bytes(ikm), 'HKDF', false, ['deriveBits'])
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt: bytes(salt), info: bytes(info) }
    const derived = subtle.deriveBits(parameters, key, size * 8)
    if (result === 'invalid') return await expect(derived).rejects.toThrow()
    expect(Buffer.from(await derived).toString('hex')).toBe(okm)
  })
})
