import { NoPasskeysHereError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { afterEach, expect, test, vi } from 'vitest'
import { browserPasskeys } from './browserPasskeys.ts'

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
  await expect(browserPasskeys().create(options)).rejects.toMatchObject({ code: NoPasskeysHereError.code })
})

test.each([
  'The operation either timed out or was not allowed.',
  'This request has been cancelled by the user.',
])('a person who declined can try again (%s)', async (text) => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException(text, 'NotAllowedError'))
  await expect(browserPasskeys().create(options)).rejects.toMatchObject({ code: PasskeyNotUsedError.code })
})
