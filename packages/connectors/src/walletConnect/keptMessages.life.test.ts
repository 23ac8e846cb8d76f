import { devAccounts } from '@latchkey/testing'
import { startRelay, startWalletConnectWallet } from '@latchkey/testing/node'
import { expect, it, onTestFinished } from 'vitest'
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
