import { startRelay } from '@latchkey/testing/node'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from './createClient.ts'
import { askedNamespaces } from './proposals.ts'
import { openPage } from './testing/walletConnectPage.ts'
import { keepTransport } from './transport.ts'

/** A client with a topic to listen to, and its way to the relay. */
async function openTransport() {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const { context } = openPage({ relayUrl: relay.url })
  const client = await createClient(context, { relayUrl: relay.url })
  const transport = keepTransport(
    client,
    () => true,
    () => undefined,
  )
  onTestFinished(() => transport.stop())
  await client.connect({ optionalNamespaces: askedNamespaces(context.networks) })
  const sockets = () => relay.stats().sockets
  expect(sockets()).toBe(1)
  return { relay, transport, relayer: client.core.relayer, sockets }
}

it('a page that is done with it is not at the relay again when the network is back', async () => {
  const { transport, relayer, sockets } = await openTransport()
  await transport.stop()
  await expect.poll(sockets).toBe(0)
  // What the client does by itself when the browser says that it is online.
  await relayer.transportOpen().catch(() => undefined)
  expect(sockets()).toBe(0)
})

it('a socket that was being opened when the page was done with it is closed', async () => {
  const { relay, transport, relayer, sockets } = await openTransport()
  relay.dropAll()
  await expect.poll(() => relayer.connected).toBe(false)
  const opening = relayer.transportOpen().catch(() => undefined)
  await Promise.all([transport.stop(), opening])
  await expect.poll(sockets).toBe(0)
})
