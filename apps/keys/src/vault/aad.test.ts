import { describe, expect, it } from 'vitest'
import * as aad from './aad.ts'
import * as recovery from './recoveryAad.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const ids = { userId: 'U', walletId: 'W', keysetId: 'K' }

describe('the texts that ciphertexts are bound to', () => {
  it.each([
    ['v1|U|W|K|D', aad.deviceShareAad({ ...ids, deviceId: 'D' })],
    ['v1|keyset|U|W|K', recovery.keysetAad(ids)],
    ['v1|recovery-share|U|W|K', recovery.recoveryShareAad(ids)],
    ['v1|recovery-key|U|W|K', recovery.recoveryKeyAad(ids)],
    ['v1|recovery-client|U|W|K', recovery.recoveryClientAad(ids)],
    ['v1|release|K|sign', aad.releaseAad('K', 'sign')],
    ['v1|release|K|confirm', aad.releaseAad('K', 'confirm')],
    ['v1|recover-share|K', recovery.recoverShareAad('K')],
    ['v1|recover-key|K', recovery.recoverKeyAad('K')],
    ['v1|join|J|K|D', recovery.joinAad({ joinId: 'J', keysetId: 'K', deviceId: 'D' })],
    ['v1|record|session', aad.recordAad('session')],
  ])('%s', (expected, bytes) => {
    expect(text(bytes)).toBe(expected)
  })
})
