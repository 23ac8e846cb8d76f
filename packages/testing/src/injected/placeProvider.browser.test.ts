import { afterEach, expect, it } from 'vitest'
import { createMockInjectedWallet } from './createMockInjectedWallet.ts'
import type { MockInjectedWallet, MockInjectedWalletOptions } from './MockInjectedWallet.ts'

type Detail = { info: { name: string; uuid: string; rdns: string; icon: string }; provider: unknown }
type Legacy = { providers?: unknown[] }

const made: MockInjectedWallet[] = []
const make = (options: MockInjectedWalletOptions = {}) => {
  const wallet = createMockInjectedWallet(options)
  made.push(wallet)
  return wallet
}
const ethereum = () => (window as unknown as { ethereum?: Legacy }).ethereum
/** Hears every announcement from now on, and asks for those from before, as EIP-6963 says. */
function listen() {
  const heard: Detail[] = []
  const listener = (event: Event) => void heard.push((event as CustomEvent<Detail>).detail)
  window.addEventListener('eip6963:announceProvider', listener)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return heard
}

afterEach(() => {
  for (const wallet of made.splice(0).reverse()) wallet.remove()
  sessionStorage.clear()
})

it('EIP-6963 several of one name are announced, each with its own uuid and rdns', () => {
  const wallets = [make({ rdns: 'a.b.one' }), make({ rdns: 'a.b.two' })]
  const heard = listen()
  expect(heard.map(({ provider }) => provider)).toEqual(wallets.map(({ provider }) => provider))
  expect(new Set(heard.map(({ info }) => info.uuid)).size).toBe(2)
  expect(heard.every((detail) => Object.isFrozen(detail) && Object.isFrozen(detail.info))).toBe(true)
  expect(heard[0]?.info.icon).toMatch(/^data:image\//)
})

it('announces later, by the clock or by hand, and answers no request before', async () => {
  const silent = make({ announce: false, rdns: 'a.b.silent' })
  make({ announce: { afterMs: 5 }, rdns: 'a.b.late' })
  const heard = listen()
  expect(heard).toEqual([])
  await expect.poll(() => heard.map(({ info }) => info.rdns)).toEqual(['a.b.late'])
  silent.announce()
  expect(heard.map(({ info }) => info.rdns)).toEqual(['a.b.late', 'a.b.silent'])
})

it('is on window.ethereum only if asked, and leaves it as it was', () => {
  make()
  expect(ethereum()).toBeUndefined()
  const first = make({ legacy: true, flags: { isMetaMask: true } })
  expect(ethereum()).toBe(first.provider)
  expect(ethereum()).toMatchObject({ isMetaMask: true })
  const second = make({ legacy: true })
  expect(ethereum()).toBe(second.provider)
  second.remove()
  expect(ethereum()).toBe(first.provider)
  first.remove()
  expect('ethereum' in window).toBe(false)
})

it('joins the list of whoever was first on window.ethereum', () => {
  const wallets = [make({ legacy: 'providers' }), make({ legacy: 'providers' })]
  expect(ethereum()).toBe(wallets[0]?.provider)
  expect(ethereum()?.providers).toEqual(wallets.map(({ provider }) => provider))
  wallets[1]?.remove()
  expect(ethereum()?.providers).toEqual([wallets[0]?.provider])
})

it('is silent once it is removed', () => {
  make().remove()
  expect(listen()).toEqual([])
})

it('remembers the access and the network over a reload, if asked', async () => {
  const options = { remember: true, rdns: 'a.b.kept', chains: [8453] }
  const before = make(options)
  const [account] = (await before.provider.request({ method: 'eth_requestAccounts' })) as string[]
  before.selectChain(8453)
  const after = make(options)
  expect(await after.provider.request({ method: 'eth_accounts' })).toEqual([account])
  expect(await after.provider.request({ method: 'eth_chainId' })).toBe('0x2105')
  sessionStorage.setItem('mock-wallet.a.b.kept', '{"permitted":"yes","chainId":1}')
  expect(await make(options).provider.request({ method: 'eth_accounts' })).toEqual([])
})
