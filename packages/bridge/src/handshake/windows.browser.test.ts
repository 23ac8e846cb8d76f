import { afterEach, expect, test } from 'vitest'
import { createClient } from '../createClient.ts'
import { createIframe } from '../fixtures/iframes.ts'
import { runMessengerContract } from '../testing/messengerContract.ts'
import { sampleContract } from '../testing/sampleContract.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { ConnectionClosedError } from '../wire/errors.ts'
import type { Messenger } from '../wire/portMessenger.ts'
import { openChild } from './openChild.ts'

const version = 1
const childOrigin = location.origin

afterEach(() => document.body.replaceChildren())

runMessengerContract('two windows', async () => {
  const iframe = createIframe('bare')
  const connected = new Promise<Messenger>((resolve) =>
    iframe.addEventListener('connected', (event) => resolve((event as CustomEvent<Messenger>).detail)),
  )
  const opening = openChild({ iframe, childOrigin, version })
  document.body.append(iframe)
  return { near: await opening, far: await connected, dispose: () => iframe.remove() }
})

test('a document with its own scripts connects, and what it says at once is heard', async () => {
  const iframe = createIframe('child')
  const opening = openChild({ iframe, childOrigin, version })
  document.body.append(iframe)
  const client = createClient(sampleContract, await opening)
  const counts: number[] = []
  client.on('ticked', ({ count }) => counts.push(count))
  expect(await client.call.add({ a: 2, b: 3 })).toEqual({ sum: 5 })
  await waitUntil(() => counts.length === 1)
  client.destroy()
})

test('H6: a reload ends the connection, rejects its calls, and may be opened again', async () => {
  const iframe = createIframe('child')
  const opening = openChild({ iframe, childOrigin, version })
  document.body.append(iframe)
  const first = createClient(sampleContract, await opening)
  const call = first.call.approve({}).catch((error: unknown) => error)
  const reopening = first.closed.then(() => openChild({ iframe, childOrigin, version }))
  iframe.contentWindow?.location.reload()
  expect(await call).toBeInstanceOf(ConnectionClosedError)
  const second = createClient(sampleContract, await reopening)
  expect(await second.call.add({ a: 1, b: 1 })).toEqual({ sum: 2 })
  second.destroy()
})

test('H6: a removed iframe ends the connection where ports tell it', async () => {
  const iframe = createIframe('child')
  const opening = openChild({ iframe, childOrigin, version })
  document.body.append(iframe)
  const client = createClient(sampleContract, await opening)
  const call = client.call.approve({}).catch((error: unknown) => error)
  iframe.remove()
  expect(await call).toBeInstanceOf(ConnectionClosedError)
})
