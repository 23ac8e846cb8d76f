import { createConfig, createStorage, type RequestArguments } from '@latchkey/core'
import { encodeBase58 } from '@latchkey/std/base58'
import { createMockSolanaWallet, registerSolanaWallet } from '@latchkey/testing'
import { getWallets } from '@wallet-standard/app'
import { afterEach, expect, it, vi } from 'vitest'
import { registerOwnWallet } from './registerOwnWallet.ts'
import { watchSolanaWallets } from './watchSolanaWallets.ts'

const local = {
  id: 'BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR',
  name: 'Solana Local',
  caipNetworkId: 'solana:BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR',
  chainNamespace: 'solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: [] } },
} as const
const publicKey = new Uint8Array(32).fill(5)
const address = encodeBase58(publicKey)
const bytes = Uint8Array.of(1, 2, 3)

type Feature = Record<string, (...inputs: unknown[]) => Promise<unknown>>
type Own = { name: string; accounts: { address: string }[]; features: Record<string, Feature> }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function make(answer: (args: RequestArguments) => unknown = () => ({})) {
  const config = createConfig({
    projectId: 'test',
    networks: [local],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    connectors: [],
    adapters: [],
  })
  const asked: RequestArguments[] = []
  const connect = () => {
    const account = {
      status: 'connected',
      address,
      caipAddress: `${local.caipNetworkId}:${address}`,
      allAccounts: [],
    }
    config.accounts.setState({ byNamespace: { solana: account as never } })
  }
  const actions = {
    icon: 'data:image/png;base64,',
    request: async (args: RequestArguments) => {
      asked.push(args)
      return answer(args)
    },
    connect: async () => connect(),
    disconnect: async () => config.accounts.setState({ byNamespace: {} }),
  }
  const before = new Set(getWallets().get())
  stops.push(registerOwnWallet(config, actions), () => config.destroy())
  const own = getWallets()
    .get()
    .find((one) => !before.has(one)) as unknown as Own
  return {
    config,
    own,
    asked,
    method: (feature: string, name: string) => own.features[feature]?.[name] as Feature[string],
  }
}

it('registers as Latchkey, connects through the modal, and tells of accounts that come and go', async () => {
  const { own, method } = make()
  const heard: unknown[] = []
  method('standard:events', 'on')('change', (change: unknown) => heard.push(change))
  expect(own.name).toBe('Latchkey')
  expect(await method('standard:connect', 'connect')({ silent: true })).toEqual({ accounts: [] })
  await method('standard:connect', 'connect')()
  expect(own.accounts[0]).toMatchObject({ address, publicKey, chains: ['solana:localnet'] })
  expect(own.accounts[0]).toBe(own.accounts[0])
  await method('standard:disconnect', 'disconnect')()
  expect(own.accounts).toEqual([])
  expect(heard).toHaveLength(2)
})

it('tells a library that asks at start who is connected once that is known', async () => {
  const { config, method } = make()
  config.accounts.setState({ byNamespace: { solana: { status: 'connecting', allAccounts: [] } } })
  let restore = (): void => undefined
  config.runtime.ready = new Promise((resolve) => {
    restore = resolve
  })
  const asking = method('standard:connect', 'connect')({ silent: true })
  const caipAddress = `${local.caipNetworkId}:${address}` as const
  config.accounts.setState({
    byNamespace: { solana: { status: 'connected', address, caipAddress, allAccounts: [] } },
  })
  restore()
  expect(await asking).toMatchObject({ accounts: [{ address }] })
})

it('signs by the requests of the specification', async () => {
  const { own, asked, method } = make(({ method: name }) =>
    name === 'solana_signMessage' || name === 'solana_signAndSendTransaction'
      ? { signature: encodeBase58(bytes) }
      : { transaction: encodeBase58(bytes), transactions: [encodeBase58(bytes), encodeBase58(bytes)] },
  )
  await method('standard:connect', 'connect')()
  const account = own.accounts[0]
  const input = { account, chain: 'solana:localnet', transaction: bytes, message: bytes }
  expect(await method('solana:signMessage', 'signMessage')(input)).toEqual([
    { signedMessage: bytes, signature: bytes },
  ])
  expect(await method('solana:signTransaction', 'signTransaction')(input)).toEqual([
    { signedTransaction: bytes },
  ])
  expect(await method('solana:signTransaction', 'signTransaction')(input, input)).toHaveLength(2)
  expect(await method('solana:signAndSendTransaction', 'signAndSendTransaction')(input)).toEqual([
    { signature: bytes },
  ])
  expect(asked.map(({ method: name }) => name)).toEqual([
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ])
})

it('refuses another network, another account, and an answer that makes no sense', async () => {
  const { own, asked, method } = make(() => ({ signature: 7 }))
  await method('standard:connect', 'connect')()
  const account = own.accounts[0]
  const sign = method('solana:signTransaction', 'signTransaction')
  await expect(sign({ account, chain: 'solana:mainnet', transaction: bytes })).rejects.toMatchObject({
    code: 6016,
  })
  await expect(sign({ account: { address: 'other' }, transaction: bytes })).rejects.toMatchObject({
    code: 6014,
  })
  expect(asked).toEqual([])
  await expect(sign({ account, transaction: bytes })).rejects.toMatchObject({ code: 6013 })
})

it('a listener that throws keeps neither the visitor nor the next listener from the account', async () => {
  const { own, method } = make()
  const heard: unknown[] = []
  const on = method('standard:events', 'on')
  on('change', () => {
    throw new Error('A fault of the page.')
  })
  on('change', (change: unknown) => heard.push(change))
  // Where it is reported as uncaught, which would end the test.
  const reported = vi.spyOn(globalThis, 'queueMicrotask').mockImplementationOnce(() => undefined)
  await method('standard:connect', 'connect')()
  expect(reported).toHaveBeenCalled()
  reported.mockRestore()
  expect([own.accounts.length, heard.length]).toEqual([1, 1])
})

it('leaves the lists of the page when it ends, so that another one of the page is listed alone', () => {
  const own = () =>
    getWallets()
      .get()
      .filter(({ name }) => name === 'Latchkey')
  make()
  expect(own()).toHaveLength(1)
  for (const stop of stops.splice(0)) stop()
  expect(own()).toHaveLength(0)
  make()
  expect(own()).toHaveLength(1)
})

it('lists the wallets that are there and that come, not itself, and joins one of a name that announces itself', async () => {
  const { config } = make()
  stops.push(watchSolanaWallets(config))
  const ids = () =>
    config.connectors
      .getState()
      .connectors.filter(({ namespaces }) => namespaces.includes('solana'))
      .map(({ id }) => id)
  expect(ids().some((id) => id.includes('Latchkey'))).toBe(false)
  registerSolanaWallet((await createMockSolanaWallet({ name: 'Late Wallet' })).wallet)
  expect(ids()).toContain('solana:Late-Wallet')
  const found = () => config.connectors.getState().connectors.find(({ id }) => id === 'solana:Late-Wallet')
  expect(found()?.rdns).toBeUndefined()
  const announced = { ...found(), id: 'org.late', rdns: 'org.late', namespaces: ['eip155'] }
  config.addConnector(() => announced as never)
  expect(found()?.rdns).toBe('org.late')
})
