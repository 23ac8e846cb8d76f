import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOneUseKey, importPoint, open, openBase } from './hpkeOpen.ts'
import { seal, sealBase } from './hpkeSeal.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const anyBytes = fc.uint8Array({ maxLength: 200 }).map((value) => Uint8Array.from(value))

/** RFC 9180 appendix A.3.1: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, sequence number 0. */
const VECTOR = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  skRm: 'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2',
  skEm: '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
  pkRm: '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  enc: '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  plaintext: '4265617574792069732074727574682c20747275746820626561757479',
  aad: '436f756e742d30',
  ciphertext: '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
}

const jwk = (d: string, point: string) => ({
  kty: 'EC',
  crv: 'P-256',
  d: Buffer.from(d, 'hex').toString('base64url'),
  x: Buffer.from(point.slice(2, 66), 'hex').toString('base64url'),
  y: Buffer.from(point.slice(66), 'hex').toString('base64url'),
})
async function vectorPair(d: string, point: string) {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const privateKey = await crypto.subtle.importKey('jwk', jwk(d, point), curve, false, ['deriveBits'])
  return { privateKey, publicKey: await importPoint(bytes(point)) }
}

describe('the vector of RFC 9180 A.3.1', () => {
  const options = { info: bytes(VECTOR.info), keyLength: 16 } as const

  it('opens', async () => {
    const recipient = await vectorPair(VECTOR.skRm, VECTOR.pkRm)
    const message = { enc: bytes(VECTOR.enc), ciphertext: bytes(VECTOR.ciphertext) }
    expect(await openBase(recipient, message, bytes(VECTOR.aad), options)).toEqual(bytes(VECTOR.plaintext))
  })

  it('seals', async () => {
    const ephemeral = await vectorPair(VECTOR.skEm, VECTOR.enc)
    const { enc, ciphertext } = await sealBase(
      bytes(VECTOR.pkRm),
      bytes(VECTOR.plaintext),
      bytes(VECTOR.aad),
      { ...options, ephemeral },
    )
    expect(enc).toEqual(bytes(VECTOR.enc))
    expect(ciphertext).toEqual(bytes(VECTOR.ciphertext))
  })
})

describe('against the library that the service uses', () => {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })

  it('each opens what the other sealed', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anyBytes, async (plaintext, aad) => {
        const { keyPair, publicKey } = await createOneUseKey()
        const point = decodeBase64url(publicKey)
        const ours = await sealBase(point, plaintext, aad)
        const theirs = await suite.seal(
          { recipientPublicKey: await suite.kem.deserializePublicKey(point) },
          plaintext,
          aad,
        )
        const opened = await suite.open({ recipientKey: keyPair, enc: ours.enc }, ours.ciphertext, aad)
        expect(new Uint8Array(opened)).toEqual(plaintext)
        const message = { enc: new Uint8Array(theirs.enc), ciphertext: new Uint8Array(theirs.ct) }
        expect(await openBase(keyPair, message, aad)).toEqual(plaintext)
      }),
      { numRuns: 30 },
    )
  })
})

describe('seal and open', () => {
  it('give back any message under any AAD', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, anyBytes, async (plaintext, aad) => {
        const { keyPair, publicKey } = await createOneUseKey()
        expect(await open(keyPair, await seal(publicKey, plaintext, aad), aad)).toEqual(plaintext)
      }),
      { numRuns: 30 },
    )
  })

  it('refuse another key, another AAD, and any changed byte', async () => {
    const { keyPair, publicKey } = await createOneUseKey()
    const other = await createOneUseKey()
    const aad = bytes('01')
    const sealed = await seal(publicKey, bytes('0102'), aad)
    const refused = { name: 'ShareDamagedError' }
    await expect(open(other.keyPair, sealed, aad)).rejects.toMatchObject(refused)
    await expect(open(keyPair, sealed, bytes('02'))).rejects.toMatchObject(refused)
    for (const field of ['enc', 'ciphertext'] as const) {
      const changed = decodeBase64url(sealed[field])
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
      const damaged = { ...sealed, [field]: encodeBase64url(changed) }
      await expect(open(keyPair, damaged, aad)).rejects.toMatchObject(refused)
    }
  })

  it('never seal twice alike, and refuse a public key that is no point', async () => {
    const { publicKey } = await createOneUseKey()
    const message = bytes('01')
    expect(await seal(publicKey, message, message)).not.toEqual(await seal(publicKey, message, message))
    await expect(seal(encodeBase64url(new Uint8Array(65).fill(4)), message, message)).rejects.toThrow()
  })

  it('use a key that cannot be exported', async () => {
    const { keyPair } = await createOneUseKey()
    expect(keyPair.privateKey.extractable).toBe(false)
  })
})
