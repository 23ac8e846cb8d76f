import { NoPasskeysHereError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { afterEach, expect, test, vi } from 'vitest'
import { browserPasskeys, isRefusedToFrame } from './browserPasskeys.ts'

afterEach(() => vi.restoreAllMocks())

const bytes = 'A'.repeat(22)
const options = {
  challenge: bytes,
  rpId: location.hostname,
  userHandle: bytes,
  userName: 'Ada',
  excludeCredentials: [],
}

test.each([
  ['WebKit', 'The origin of the document is not the same as its ancestors.'],
  [
    'Chromium before 123',
    'The following credential operations can only occur in a document which is same-origin with all of its ancestors: storage of PublicKeyCredential.',
  ],
])('a frame in which %s makes no passkeys is not called a person who declined', async (_, text) => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException(text, 'NotAllowedError'))
  const error = await browserPasskeys()
    .create(options)
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: NoPasskeysHereError.code })
  expect(isRefusedToFrame(error)).toBe(true)
})

test('a browser without passkeys, or for another relying party, is not helped by a window', async () => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'SecurityError'))
  const error = await browserPasskeys()
    .create(options)
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: NoPasskeysHereError.code })
  expect(isRefusedToFrame(error)).toBe(false)
})

test.each([
  'The operation either timed out or was not allowed.',
  'This request has been cancelled by the user.',
])('a person who declined can try again (%s)', async (text) => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException(text, 'NotAllowedError'))
  await expect(browserPasskeys().create(options)).rejects.toMatchObject({ code: PasskeyNotUsedError.code })
})
