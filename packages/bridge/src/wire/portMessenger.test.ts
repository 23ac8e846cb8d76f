import { expect, test } from 'vitest'
import { runMessengerContract } from '../testing/messengerContract.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { portMessenger } from './portMessenger.ts'

runMessengerContract('a MessageChannel', async () => {
  const { port1, port2 } = new MessageChannel()
  return { near: portMessenger(port1), far: portMessenger(port2) }
})

function pair() {
  const { port1, port2 } = new MessageChannel()
  return { near: portMessenger(port1), far: portMessenger(port2), raw: port2 }
}

test('messages that come while nobody listens wait for the next listener, in order', async () => {
  const { near, far } = pair()
  near.subscribe(() => {})()
  for (const value of [1, 2, 3]) far.post(value)
  const { near: probe, far: probeFar } = pair()
  const probed: unknown[] = []
  probe.subscribe((data) => probed.push(data))
  probeFar.post('after the others')
  await waitUntil(() => probed.length === 1)
  const seen: unknown[] = []
  near.subscribe((data) => seen.push(data))
  await waitUntil(() => seen.length === 3)
  expect(seen).toEqual([1, 2, 3])
  near.close()
  probe.close()
})

test('close may be called twice, and nothing is delivered after it', async () => {
  const { near, far } = pair()
  const seen: unknown[] = []
  near.subscribe((data) => seen.push(data))
  far.subscribe(() => {})
  near.close()
  near.close()
  far.post('late')
  near.post('later')
  await Promise.all([near.closed, far.closed])
  expect(near.subscribe(() => seen.push('again'))()).toBeUndefined()
  expect(seen).toEqual([])
})

test('a peer that says more than goodbye does not end the pipe', async () => {
  const { near, raw } = pair()
  const seen: unknown[] = []
  near.subscribe((data) => seen.push(data))
  raw.postMessage({ t: 'close', extra: 1 })
  await waitUntil(() => seen.length === 1)
  near.close()
})
