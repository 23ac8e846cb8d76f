import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { importPrfOutput, passkeyKey, prfInput, recoveryCodeKey } from './recoveryKeys.ts'

const secret = Uint8Array.from({ length: 32 }, (_, at) => at)
const salt = new Uint8Array(32).fill(5)
const iv = new Uint8Array(12)
const plaintext = new TextEncoder().encode('half')

/** What the key encrypts is opened with the bytes that another implementation of RFC 5869 derives. */
async function opens(key: CryptoKey, raw: ArrayBuffer): Promise<string> {
  const sealed = Buffer.from(await globalThis.crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plaintext))
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(raw), iv)
  decipher.setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
}

describe('the keys of recovery methods', () => {
  test('a passkey: HKDF-SHA-256 with the salt of the credential, bound to user and credential', async () => {
    const key = await passkeyKey(await importPrfOutput(secret), salt, {
      userId: 'user',
      credentialId: 'credential',
    })
    const info = 'wallet/rec/prf/v1|user|credential'
    expect(await opens(key, hkdfSync('sha256', secret, salt, info, 32))).toBe('half')
    await expect(opens(key, hkdfSync('sha256', secret, salt, `${info}2`, 32))).rejects.toThrow()
  })
  test('a code: bound to user and wallet', async () => {
    const code = secret.slice(0, 16)
    const key = await recoveryCodeKey(code, { userId: 'user', walletId: 'wallet' })
    expect(await opens(key, hkdfSync('sha256', code, '', 'wallet/rec/code/v1|user|wallet', 32))).toBe('half')
  })
  test('cannot be exported, and leave the secret to the caller', async () => {
    const copy = Uint8Array.from(secret)
    const key = await passkeyKey(await importPrfOutput(copy), salt, {
      userId: 'user',
      credentialId: 'credential',
    })
    expect(key.extractable).toBe(false)
    expect([...copy]).toEqual([...secret])
  })
})

test('the input of the PRF is SHA-256 of its name', () => {
  expect(Buffer.from(prfInput())).toEqual(createHash('sha256').update('latchkey/recovery/v1').digest())
})
