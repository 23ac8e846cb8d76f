import { expect, it } from 'vitest'
import { readRecentWallets } from '../storage/storedState.ts'
import { connectFake, type FakeConnector, fakeConnector } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'

it('R3-72 R3-82 R9-33 remembers the wallets of a list, and not the one that is signed in to', async () => {
  const made = testConfig()
  for (const id of ['first', 'second']) {
    let wallet: FakeConnector | undefined
    made.config.addConnector((context) => {
      wallet = fakeConnector(context)
      const { email: _, ...connector } = wallet.connector
      return { ...connector, id, type: 'ANNOUNCED', rdns: `example.${id}` }
    })
    await connectFake(wallet as FakeConnector, connect(made.config, { connectorId: id }))
  }
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  expect(readRecentWallets(made.config.storage)).toEqual([
    { id: 'second', rdns: 'example.second' },
    { id: 'first', rdns: 'example.first' },
  ])
})
