import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceShareAad } from './aad.ts'
import { decrypt, encrypt } from './aesGcm.ts'

const ids = { userId: 'U', walletId: 'W', keysetId: 'K', deviceId: 'D' }
const share = Uint8Array.from({ length: 33 }, (_, at) => at)
const refused = { name: 'ShareDamagedError' }

let key: CryptoKey

beforeAll(async () => {
  key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
})

describe('the share at rest', () => {
  it('opens under the key and the ids that it was made with', async () => {
    const encrypted = await encrypt(key, share, deviceShareAad(ids))
    expect(await decrypt(key, encrypted, deviceShareAad(ids))).toEqual(share)
    expect(encrypted.ciphertext).not.toContain(encodeBase64url(share))
  })

  it('has a fresh iv of 96 bits each time', async () => {
    const ivs = await Promise.all(
      Array.from({ length: 200 }, async () => (await encrypt(key, share, deviceShareAad(ids))).iv),
    )
    expect(new Set(ivs).size).toBe(200)
    expect(decodeBase64url(ivs[0] ?? '')).toHaveLength(12)
  })

  it.each(['userId', 'walletId', 'keysetId', 'deviceId'] as const)(
    'does not open for another %s',
    async (field) => {
      const encrypted = await encrypt(key, share, deviceShareAad(ids))
      await expect(decrypt(key, encrypted, deviceShareAad({ ...ids, [field]: 'X' }))).rejects.toMatchObject(
        refused,
      )
    },
  )

  it('does not open under another key, nor with any bit changed', async () => {
    const other = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    const aad = deviceShareAad(ids)
    const encrypted = await encrypt(key, share, aad)
    await expect(decrypt(other, encrypted, aad)).rejects.toMatchObject(refused)
    const field = fc.constantFrom('iv' as const, 'ciphertext' as const)
    await fc.assert(
      fc.asyncProperty(field, fc.nat(), fc.nat(7), async (name, at, bit) => {
        const bytes = decodeBase64url(encrypted[name])
        const index = at % bytes.length
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
        const damaged = { ...encrypted, [name]: encodeBase64url(bytes) }
        await expect(decrypt(key, damaged, aad)).rejects.toMatchObject(refused)
      }),
      { numRuns: 60 },
    )
  })

  it('does not open with an iv of another length', async () => {
    const aad = deviceShareAad(ids)
    const encrypted = await encrypt(key, share, aad)
    const iv = encodeBase64url(new Uint8Array(16))
    await expect(decrypt(key, { ...encrypted, iv }, aad)).rejects.toMatchObject(refused)
  })
})
