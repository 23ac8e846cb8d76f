import { KeysUnavailableError } from '@latchkey/protocol/frame'
import { expect, onTestFinished, test } from 'vitest'
import page from '../../index.html?raw'
import { testConfig } from '../testing/fakeFrame.ts'
import { connectKeys, onlyNews } from './connectKeys.ts'

/** Nothing listens there: the element is what counts. */
const keysOrigin = 'http://keys.localhost:9'
const address = `${keysOrigin}/keys?projectId=demo`

const iframeOfPage = () => document.querySelector('iframe') as HTMLIFrameElement

function openPage(): void {
  const { body } = new DOMParser().parseFromString(page.replace('__LATCHKEY_KEYS__', address), 'text/html')
  const iframe = body.querySelector('iframe') as HTMLIFrameElement
  document.body.append(iframe)
  onTestFinished(() => iframe.remove())
}

test('the keys app is hidden, sandboxed, and the one place where passkeys are used', () => {
  openPage()
  const iframe = iframeOfPage()
  expect(iframe.hidden).toBe(true)
  expect(iframe.tabIndex).toBe(-1)
  expect(iframe.getAttribute('aria-hidden')).toBe('true')
  expect(iframe.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
  expect(iframe.allow).toBe('publickey-credentials-get; publickey-credentials-create')
  expect(iframe.src).toBe(address)
})

test('keys that do not answer are said, and asked for again in a new iframe', async () => {
  openPage()
  const first = iframeOfPage()
  const { client } = connectKeys(document, { ...testConfig, keysOrigin }, () => undefined)
  await expect(client()).rejects.toThrow(KeysUnavailableError)
  expect(iframeOfPage()).toBeNull()
  const again = client()
  expect(iframeOfPage()).not.toBe(first)
  expect(iframeOfPage().outerHTML).toBe(first.outerHTML)
  await expect(again).rejects.toThrow(KeysUnavailableError)
})

test('a document that the service did not serve has no keys', () => {
  expect(() => connectKeys(document, testConfig, () => undefined)).toThrow('no place')
})

test('a state that keys tells again is no news, so that nobody makes the accounts anew', () => {
  const heard: string[] = []
  const tell = onlyNews(({ status }: { status: string }) => heard.push(status))
  for (const status of ['signedOut', 'signedIn', 'signedIn', 'signedOut']) tell({ status })
  expect(heard).toEqual(['signedOut', 'signedIn', 'signedOut'])
})
