import { devAccounts } from '@latchkey/testing'
import { startRelay, startWalletConnectWallet } from '@latchkey/testing/node'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from './createClient.ts'
import { askedNamespaces } from './proposals.ts'
import { openPage } from './testing/walletConnectPage.ts'

const [{ address, privateKey }] = devAccounts

it('a session leaves no texts of messages in the storage of the page', async () => {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const wallet = await startWalletConnectWallet({ relayUrl: relay.url, accounts: [privateKey] })
  onTestFinished(() => wallet.stop())
  const { area, connector, uri } = openPage({ relayUrl: relay.url })
  onTestFinished(() => connector.destroy?.())
  const connecting = connector.connect({ caipNetworkId: 'eip155:31337' })
  await wallet.pair(await uri())
  await connecting
  const stored = () => [...area.map].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const before = stored()
  for (const byte of ['01', '02', '03'])
    await connector.request({ method: 'personal_sign', params: [`0x${byte.repeat(10_000)}`, address] })
  expect(stored() - before).toBeLessThan(2_000)
  const kept = [...area.map].find(([key]) => key.endsWith('//messages'))?.[1] ?? ''
  expect(
    Object.values(JSON.parse(kept))
      .flatMap((known) => Object.values(known as object))
      .join(''),
  ).toBe('')
})

it('links that nobody took leave nothing in the storage of the page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const { area, context } = openPage({ relayUrl: relay.url })
  const client = await createClient(context, { relayUrl: relay.url })
  const { core } = client
  onTestFinished(() => core.relayer.transportClose())
  const read = (name: string) =>
    JSON.parse([...area.map].find(([key]) => key.endsWith(`//${name}`))?.[1] ?? 'null')
  for (let count = 0; count < 3; count++) {
    const { approval } = await client.connect({ optionalNamespaces: askedNamespaces(context.networks) })
    approval().catch(() => undefined)
  }
  expect(read('history')).toHaveLength(3)
  vi.setSystemTime(Date.now() + 400_000)
  core.heartbeat.events.emit('heartbeat_pulse')
  // The client's own name is all that is left.
  await expect
    .poll(() => [read('history'), Object.keys(read('keychain'))])
    .toEqual([[], ['client_ed25519_seed']])
})
