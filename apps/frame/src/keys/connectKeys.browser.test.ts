import { KeysUnavailableError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import { testConfig } from '../testing/fakeFrame.ts'
import { connectKeys } from './connectKeys.ts'

test('the keys app is hidden, sandboxed, and the one place where passkeys are used', async () => {
  // Nothing listens there: the element is what counts.
  const config = { ...testConfig, keysOrigin: 'http://keys.localhost:9' }
  const { client } = connectKeys(document, config, () => undefined)
  const iframe = document.querySelector('iframe') as HTMLIFrameElement
  expect(iframe.hidden).toBe(true)
  expect(iframe.tabIndex).toBe(-1)
  expect(iframe.getAttribute('aria-hidden')).toBe('true')
  expect(iframe.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  expect(iframe.allow).toBe(
    'publickey-credentials-get http://keys.localhost:9; publickey-credentials-create http://keys.localhost:9',
  )
  expect(iframe.src).toBe('http://keys.localhost:9/keys?projectId=demo&version=1')
  await expect(client()).rejects.toThrow(KeysUnavailableError)
  expect(document.querySelector('iframe')).toBeNull()
})
