import { connect } from '@latchkey/core'
import { ADDRESS, signingConfig } from '@latchkey/core/testing/signing'
import { flushSync, mount, unmount } from 'svelte'
import { get, type Readable } from 'svelte/store'
import { expect, it } from 'vitest'
import { type AccountView, type ConnectState, connectStore, latchkeyStores } from './stores.ts'
import Page from './testing/Page.svelte'

it('a component shows account, wallet, network, balance, theme and calls, until it is gone', async () => {
  const config = signingConfig()
  const stores = latchkeyStores(config)
  const heard: string[] = []
  const stop = stores.watchEvents(({ type }) => heard.push(type))
  const addresses: string[] = []
  const stopOne = stores.on('connect', ({ address }) => addresses.push(address))
  const target = document.createElement('div')
  const page = mount(Page, { target, props: { stores } })
  const shown = () => {
    flushSync()
    return target.textContent?.replace(/\s+/g, ' ').trim()
  }
  expect(shown()).toBe('nobody false none, Ethereum ?, dark false, unsigned no error')
  await connect(config, { connectorId: 'test' })
  stores.setTheme({ themeMode: 'light' })
  stores.open()
  await stores.switchNetwork('eip155:8453')
  await stores.refreshBalance()
  await stores.signMessage({ message: 'Hello' })
  await expect(stores.sendTransaction({ to: ADDRESS })).rejects.toMatchObject({ code: 4001 })
  expect(shown()).toBe(`${ADDRESS} true Test wallet, Base 2.5, light true, 0x5161 Declined`)
  expect(heard).toEqual(['connect', 'themeChange', 'open', 'networkChange'])
  expect([addresses, get(stores.ready)]).toEqual([[ADDRESS], { isReady: true }])
  expect(get(latchkeyStores(config).ready)).toEqual({ isReady: true })
  stopOne()
  stop()
  const before = shown()
  await unmount(page)
  await stores.disconnect()
  expect([before, heard.length]).toEqual([expect.stringContaining(ADDRESS), 4])
})

it('a store is one of Svelte: `get` and the types of `svelte/store` take it', async () => {
  const config = signingConfig()
  const account: Readable<AccountView> = latchkeyStores(config).account
  expect(get(account).status).toBe('disconnected')
  await connect(config, { connectorId: 'test' })
  expect(get(account).address).toBe(ADDRESS)
})

it('a subscriber that changes the state with its first call hears of that', () => {
  const { modal, open } = latchkeyStores(signingConfig())
  const heard: boolean[] = []
  const stop = modal.subscribe(({ isOpen }) => {
    heard.push(isOpen)
    if (!isOpen) open()
  })
  stop()
  expect(heard).toEqual([false, true])
})

it('a balance is read of the namespace that the stores are of', async () => {
  const config = signingConfig()
  await connect(config, { connectorId: 'test' })
  // Nobody is connected there: nothing is read, and nothing fails.
  await latchkeyStores(config, { namespace: 'solana' }).refreshBalance()
  expect(get(latchkeyStores(config).balance).balance).toBeUndefined()
  await latchkeyStores(config).refreshBalance()
  expect(get(latchkeyStores(config).balance).balance).toBe('2.5')
})

it('the ways to connect are a store, which starts with its first subscriber and stops with the last', async () => {
  const config = signingConfig()
  const flow = connectStore(config)
  expect(flow.getState().wallets).toEqual([])
  let shown: ConnectState | undefined
  const stop = flow.subscribe((state) => {
    shown = state
  })
  await expect.poll(() => shown?.wallets.map(({ name }) => name)).toEqual(['Test wallet'])
  const [wallet] = shown?.wallets ?? []
  if (wallet) await flow.connect(wallet)
  expect(shown?.step).toEqual({ name: 'connected', address: ADDRESS })
  stop()
  config.features.setState({ email: false })
  expect(shown?.step.name).toBe('connected')
})
