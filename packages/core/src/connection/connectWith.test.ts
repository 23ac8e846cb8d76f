import { describe, expect, it } from 'vitest'
import { patchAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'
import { goBack, push, replace } from '../modal/navigate.ts'
import { close, currentView, open } from '../modal/open.ts'
import { ADDRESS, connected, connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { connectOn, connectWith } from './connectWith.ts'

const shown = (config: Config) => currentView(config.router.getState())
const other = (more: Partial<Connector>) => () => ({
  id: 'other',
  name: 'Other',
  type: 'EXTERNAL' as const,
  namespaces: ['eip155' as const],
  connect: async () => connected(),
  reconnect: async () => undefined,
  disconnect: async () => undefined,
  request: async () => undefined,
  ...more,
})

describe('a page names one way to connect', () => {
  it.each([
    ['a wallet of this browser', {}, { name: 'ConnectingExternal', params: { connectorId: 'other' } }],
    ['WalletConnect', { type: 'WALLET_CONNECT' as const }, { name: 'ConnectingWalletConnect' }],
  ])('%s: its screen opens, and its address is the answer', async (_, more, view) => {
    const { config } = testConfig()
    config.addConnector(other(more))
    const work = connectWith(config, 'other')
    await expect.poll(() => config.modal.getState().open).toBe(true)
    expect(shown(config)).toEqual(view)
    await connect(config, { connectorId: 'other' })
    expect(await work).toBe(ADDRESS)
  })

  it('a wallet at window.ethereum is named by its rdns as one that announces itself', async () => {
    const { config } = testConfig()
    config.addConnector(other({ id: 'injected.org.other', rdns: 'org.other', type: 'INJECTED' }))
    const work = connectWith(config, 'org.other')
    await expect.poll(() => shown(config).params).toEqual({ connectorId: 'injected.org.other' })
    await connect(config, { connectorId: 'injected.org.other' })
    expect(await work).toBe(ADDRESS)
    expect(await connectWith(config, 'org.other')).toBe(ADDRESS)
  })

  it('and its own earlier visit is waited for', async () => {
    const { config } = testConfig()
    config.addConnector(other({ id: 'injected.org.other', rdns: 'org.other', type: 'INJECTED' }))
    patchAccount(config.accounts, 'eip155', { status: 'connecting', connectorId: 'injected.org.other' })
    config.runtime.ready = Promise.resolve().then(() =>
      connect(config, { connectorId: 'injected.org.other' }),
    )
    expect(await connectWith(config, 'org.other')).toBe(ADDRESS)
    expect(config.modal.getState().open).toBe(false)
  })

  it('one that signs in begins with what one signs in with', async () => {
    const { config, wallet } = testConfig()
    const work = connectWith(config, 'fake')
    await expect.poll(() => shown(config).name).toBe('Connect')
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    expect(await work).toBe(ADDRESS)
    close(config)
    expect(await connectWith(config, 'fake')).toBe(ADDRESS)
    expect(config.modal.getState().open).toBe(false)
  })

  it('signing in goes on from the address to the code, and back', async () => {
    const { config, wallet } = testConfig()
    const work = connectWith(config, 'fake')
    await expect.poll(() => shown(config).name).toBe('Connect')
    // As the modal does once a code has been sent.
    replace(config, { name: 'Connect', params: { email: 'mia@example.com' } })
    push(config, { name: 'EmailVerifyOtp' })
    goBack(config)
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    expect(await work).toBe(ADDRESS)
  })

  it('waits for its own earlier visit alone, and asks nobody who is back', async () => {
    const { config, wallet } = testConfig()
    config.addConnector(other({}))
    let restored: () => void = () => undefined
    config.runtime.ready = new Promise((resolve) => {
      restored = resolve
    })
    patchAccount(config.accounts, 'eip155', { status: 'connecting', connectorId: 'fake' })
    const work = connectWith(config, 'fake')
    const another = expect(connectWith(config, 'other')).rejects.toMatchObject({ code: 4001 })
    await expect.poll(() => shown(config).name).toBe('ConnectingExternal')
    close(config)
    await another
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    restored()
    expect(await work).toBe(ADDRESS)
    expect(config.modal.getState().open).toBe(false)
  })

  it('a wallet that is found a little later is waited for', async () => {
    const { config } = testConfig()
    const work = connectWith(config, 'other')
    config.addConnector(other({}))
    await expect.poll(() => shown(config).name).toBe('ConnectingExternal')
    await connect(config, { connectorId: 'other' })
    expect(await work).toBe(ADDRESS)
  })
})

describe('it is refused', () => {
  const begun = async () => {
    const { config } = testConfig()
    config.addConnector(other({}))
    const work = connectWith(config, 'other')
    const refused = expect(work).rejects.toMatchObject({ code: 4001, data: { latchkeyCode: 5010 } })
    await expect.poll(() => config.modal.getState().open).toBe(true)
    return { config, refused }
  }
  it('when the visitor closes the modal', async () => {
    const { config, refused } = await begun()
    close(config)
    await refused
  })
  it('when something else is opened in its place', async () => {
    const { config, refused } = await begun()
    open(config, { view: 'Networks' })
    await refused
  })
  it('when the page lets go of the config', async () => {
    const { config, refused } = await begun()
    config.destroy()
    await refused
  })
  it('when nobody has that id, and nothing is opened', async () => {
    const { config } = testConfig()
    await expect(connectWith(config, 'nobody')).rejects.toMatchObject({ code: 5240 })
    expect(config.modal.getState().open).toBe(false)
  })
})

const SOLANA_ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const ofSolana = () =>
  other({
    id: 'solana wallet',
    namespaces: ['solana'],
    connect: async () => ({
      ...connected(),
      accounts: [{ namespace: 'solana', address: SOLANA_ADDRESS, type: 'eoa' }],
      caipNetworkId: 'solana:devnet',
    }),
  })

describe('a page names no way to connect', () => {
  it('the visitor may take a wallet of any network, and who is connected is not asked', async () => {
    const { config } = testConfig()
    config.addConnector(ofSolana())
    const work = connectWith(config)
    await expect.poll(() => config.modal.getState().open).toBe(true)
    await connect(config, { connectorId: 'solana wallet' })
    expect(await work).toBe(SOLANA_ADDRESS)
    close(config)
    expect(await connectWith(config)).toBe(SOLANA_ADDRESS)
    expect(config.modal.getState().open).toBe(false)
  })

  it('who closes the modal has declined, and a visit that is restored opens none', async () => {
    const { config, wallet } = testConfig()
    const work = expect(connectWith(config)).rejects.toMatchObject({ code: 4001 })
    await expect.poll(() => config.modal.getState().open).toBe(true)
    close(config)
    await work
    let restored: () => void = () => undefined
    config.runtime.ready = new Promise((resolve) => {
      restored = resolve
    })
    patchAccount(config.accounts, 'eip155', { status: 'connecting', connectorId: 'fake' })
    const again = connectWith(config)
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    restored()
    expect(await again).toBe(ADDRESS)
    expect(config.modal.getState().open).toBe(false)
  })

  it('one namespace is asked for, whoever is connected on another', async () => {
    const { config, wallet } = testConfig()
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    config.addConnector(ofSolana())
    const work = connectOn(config, 'solana')
    await expect.poll(() => shown(config).name).toBe('Connect')
    await connect(config, { connectorId: 'solana wallet' })
    expect(await work).toBe(SOLANA_ADDRESS)
    expect(await connectOn(config, 'eip155')).toBe(ADDRESS)
    const declined = expect(connectOn(config, 'bip122')).rejects.toMatchObject({ code: 4001 })
    await expect.poll(() => shown(config).name).toBe('Connect')
    close(config)
    await declined
  })

  it('what goes on behind a modal that is closed already is waited for', async () => {
    const { config } = testConfig()
    config.addConnector(ofSolana())
    const work = connectOn(config, 'solana')
    await expect.poll(() => shown(config).name).toBe('Connect')
    patchAccount(config.accounts, 'solana', { status: 'connecting' })
    close(config)
    await connect(config, { connectorId: 'solana wallet' })
    expect(await work).toBe(SOLANA_ADDRESS)
  })
})
