import { type ConnectorContext, type Network, STORAGE_KEYS } from '@latchkey/core'
import { createMockInjectedWallet, type MockInjectedWalletOptions } from '@latchkey/testing/injected'
import { verifyMessage } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  AlreadyPendingError,
  ChainNotSupportedError,
  InvalidWalletAnswerError,
  NoAccountError,
  RejectedByUserError,
  SwitchNotConfirmedError,
  WalletSilentError,
} from '../answer/errors.ts'
import { connectorContext } from '../testing/connectorContext.ts'
import { runConnectorContract } from '../testing/connectorContract.ts'
import { providerCell } from './InjectedWallet.ts'
import { injected } from './injectedConnector.ts'

const local = (id: number, http: readonly string[] = ['https://rpc.example']): Network => ({
  id,
  name: `Chain ${id}`,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
})

function start(options: MockInjectedWalletOptions = {}, context: Partial<ConnectorContext> = {}) {
  const wallet = createMockInjectedWallet({ chainId: 1, chains: [10], ...options })
  const provider = providerCell(wallet.provider)
  const page = connectorContext(context)
  const create = injected({ id: 'com.example', name: 'Example', type: 'ANNOUNCED', provider })
  return { wallet, provider, page, create, connector: create(page) }
}
const callsOf = ({ wallet }: ReturnType<typeof start>) => wallet.calls.map(({ method }) => method)

afterEach(() => void vi.useRealTimers())

runConnectorContract('injected', {
  make: (state) => start({ connected: state === 'signedIn' }).connector,
  makeRefusing() {
    const { wallet, connector } = start()
    wallet.failWith('eth_requestAccounts', { code: 4001 })
    wallet.failWith('personal_sign', { code: 4001 })
    return connector
  },
  makeHanging() {
    const { wallet, connector } = start()
    wallet.hang('eth_requestAccounts')
    wallet.hang('eth_blockNumber')
    return connector
  },
  safeRequest: { method: 'eth_chainId', result: '0x1' },
})

describe('R1-1 a browser extension connects', () => {
  it('with its accounts, each once, on the network that it is on', async () => {
    const { connector } = start({ chainId: 10, switches: { duplicateAccounts: true, addresses: 'lower' } })
    const result = await connector.connect({ caipNetworkId: 'eip155:1' })
    expect(result).toEqual({
      accounts: [{ namespace: 'eip155', address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', type: 'eoa' }],
      caipNetworkId: 'eip155:10',
      preferredAccountType: 'eoa',
    })
  })
  it.each([
    [4001, RejectedByUserError],
    ['ACTION_REJECTED', RejectedByUserError],
    [-32002, AlreadyPendingError],
  ])('%s is told in our words, with its code', async (code, error) => {
    const { wallet, connector } = start()
    wallet.failWith('eth_requestAccounts', { code })
    const failure = await connector.connect({}).catch((reason: unknown) => reason)
    expect(failure).toBeInstanceOf(error)
    expect(failure).toMatchObject({ data: { rpcCode: code === 'ACTION_REJECTED' ? 4001 : code } })
  })
  it.each([
    ['eth_requestAccounts', 'x', InvalidWalletAnswerError],
    ['eth_requestAccounts', ['0x12'], InvalidWalletAnswerError],
    ['eth_requestAccounts', [{ toString: (): string => '0x' }], InvalidWalletAnswerError],
    ['eth_requestAccounts', [], NoAccountError],
    ['eth_chainId', '0x0', InvalidWalletAnswerError],
    ['eth_chainId', null, InvalidWalletAnswerError],
    ['eth_chainId', -1, InvalidWalletAnswerError],
  ])('refuses a wallet that answers %s with %j', async (method, answer, error) => {
    const { wallet, connector } = start()
    wallet.answerWith(method, answer)
    await expect(connector.connect({})).rejects.toBeInstanceOf(error)
  })
  it.each(['0xa', '10', 10])('takes %j for network 10', async (answer) => {
    const { wallet, connector } = start()
    wallet.answerWith('eth_chainId', answer)
    expect((await connector.connect({})).caipNetworkId).toBe('eip155:10')
  })
  it('a silent extension settles where nothing asks a person', async () => {
    vi.useFakeTimers()
    const { wallet, connector } = start()
    wallet.hang('eth_accounts')
    const restoring = expect(connector.reconnect({})).rejects.toBeInstanceOf(WalletSilentError)
    await vi.advanceTimersByTimeAsync(10_000)
    await restoring
  })
})

describe('leaving and coming back', () => {
  it('takes the access away, so that nothing need be remembered', async () => {
    const bench = start()
    await bench.connector.connect({})
    await bench.connector.disconnect()
    expect(callsOf(bench)).toContain('wallet_revokePermissions')
    expect(bench.page.storage.get(STORAGE_KEYS.disconnectedConnectorIds)).toBeUndefined()
    expect(await bench.create(bench.page).reconnect({})).toBeUndefined()
  })
  it('is remembered for a wallet that cannot do that, and the visitor may choose when they come back', async () => {
    const bench = start()
    bench.wallet.failWith('wallet_revokePermissions', { code: 4200 })
    await bench.connector.connect({})
    await bench.connector.disconnect()
    const reloaded = bench.create(bench.page)
    const before = bench.wallet.calls.length
    expect(await reloaded.reconnect({})).toBeUndefined()
    expect(bench.wallet.calls.length).toBe(before)
    await reloaded.connect({})
    expect(callsOf(bench).slice(before)).toEqual(['wallet_requestPermissions', 'eth_accounts', 'eth_chainId'])
    expect((await bench.create(bench.page).reconnect({}))?.accounts).toHaveLength(1)
  })
  it('a wallet without permissions is asked for its accounts again', async () => {
    const bench = start()
    bench.wallet.failWith('wallet_revokePermissions', { code: -32601 })
    bench.wallet.failWith('wallet_requestPermissions', { code: -32601 })
    await bench.connector.connect({})
    await bench.connector.disconnect()
    expect((await bench.connector.connect({})).accounts).toHaveLength(1)
  })
  it('is not held for more than 3 s', async () => {
    vi.useFakeTimers()
    const { wallet, connector } = start()
    await connector.connect({})
    wallet.hang('wallet_revokePermissions')
    const leaving = connector.disconnect()
    await vi.advanceTimersByTimeAsync(3_000)
    await leaving
  })
  it('restores without asking anyone', async () => {
    const bench = start({ connected: true })
    expect((await bench.connector.reconnect({}))?.caipNetworkId).toBe('eip155:1')
    expect(callsOf(bench)).toEqual(['eth_accounts', 'eth_chainId'])
  })
})

describe('events', () => {
  it.each(['hex', 'number', 'decimal'] as const)('a network in the form %s is told', async (chainChanged) => {
    const { wallet, connector, page } = start({ switches: { chainChanged } })
    await connector.connect({})
    wallet.selectChain(10)
    expect(page.events).toEqual([{ name: 'change', payload: { caipNetworkId: 'eip155:10' } }])
  })
  it('accounts are told, and what makes no sense is not', async () => {
    const { wallet, connector, page } = start()
    await connector.connect({})
    wallet.emit('accountsChanged', ['nonsense'])
    wallet.emit('accountsChanged', null)
    wallet.emit('chainChanged', { toString: (): string => '0x1' })
    expect(page.events).toEqual([])
    wallet.revoke()
    expect(page.events).toEqual([{ name: 'change', payload: { accounts: [] } }])
  })
  it('4900 ends the connection without an alert, 1013 does not and is made up for', async () => {
    const { wallet, connector, page } = start()
    await connector.connect({})
    wallet.emit('disconnect', { code: 1013 })
    expect(page.events).toEqual([])
    wallet.emit('connect', { chainId: '0x1' })
    await vi.waitFor(
      () => expect(page.events).toMatchObject([{ name: 'change', payload: { caipNetworkId: 'eip155:1' } }]),
      15_000,
    )
    wallet.emit('disconnect', { code: 4900 })
    expect(page.events.at(-1)).toEqual({ name: 'disconnect', payload: {} })
  })
  it('nothing is told after disconnect or destroy', async () => {
    const { wallet, connector, page } = start()
    await connector.connect({})
    connector.destroy?.()
    wallet.selectChain(10)
    expect(page.events).toEqual([])
  })
  it('a new provider of the same wallet says where it stands', async () => {
    const { connector, page, provider } = start()
    await connector.connect({})
    const other = createMockInjectedWallet({ chainId: 10, connected: true })
    provider.replace(other.provider)
    await vi.waitFor(() => expect(page.events).toHaveLength(1), 15_000)
    expect(page.events[0]).toMatchObject({ name: 'change', payload: { caipNetworkId: 'eip155:10' } })
    other.selectChain(1)
    expect(page.events.at(-1)).toEqual({ name: 'change', payload: { caipNetworkId: 'eip155:1' } })
    provider.replace(createMockInjectedWallet({ announce: false }).provider)
    await vi.waitFor(
      () => expect(page.events.at(-1)).toEqual({ name: 'change', payload: { accounts: [] } }),
      15_000,
    )
  })
})

it('R7-84 personal_sign is a signature of the account, over the text that was asked for', async () => {
  const made = start()
  const { accounts } = await made.connector.connect({})
  const address = accounts[0]?.address as `0x${string}`
  const signature = await made.connector.request({
    method: 'personal_sign',
    params: ['0x48656c6c6f', address],
  })
  expect(await verifyMessage({ address, message: 'Hello', signature: signature as `0x${string}` })).toBe(true)
  expect(callsOf(made).at(-1)).toBe('personal_sign')
})

describe('R4-82 a network that the wallet does not know is added, then switched to', () => {
  it.each(['code', 'nested', 'internal', 'text'] as const)('4902 told as %s', async (unknownChain) => {
    const bench = start({ switches: { unknownChain } })
    await bench.connector.connect({})
    await bench.connector.switchNetwork?.(local(99))
    expect(await bench.wallet.provider.request({ method: 'eth_chainId' })).toBe('0x63')
    const added = bench.wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: '0x63',
        chainName: 'Chain 99',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://rpc.example'],
        blockExplorerUrls: ['https://scan.example'],
      },
    ])
  })
  it('R8-56 a wallet that calls it an invalid chain id (32603) is asked to add it', async () => {
    const bench = start()
    await bench.connector.connect({})
    bench.wallet.failWith('wallet_switchEthereumChain', { code: 32603, message: 'Invalid chainId' })
    await bench.connector.switchNetwork?.(local(99))
    expect(await bench.wallet.provider.request({ method: 'eth_chainId' })).toBe('0x63')
  })
  it('one that it knows is switched to at once', async () => {
    const bench = start()
    await bench.connector.connect({})
    await bench.connector.switchNetwork?.(local(10))
    expect(callsOf(bench)).not.toContain('wallet_addEthereumChain')
  })
  it('a wallet that only adds is asked to switch again', async () => {
    const bench = start()
    await bench.connector.connect({})
    bench.wallet.answerWith('wallet_addEthereumChain', null)
    await expect(bench.connector.switchNetwork?.(local(99))).rejects.toBeInstanceOf(ChainNotSupportedError)
    expect(callsOf(bench).filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(2)
  })
  it("R8-5 'Chain is not supported' when it cannot be added", async () => {
    const bench = start()
    await bench.connector.connect({})
    bench.wallet.failWith('wallet_addEthereumChain', { code: -32603 })
    await expect(bench.connector.switchNetwork?.(local(99))).rejects.toMatchObject({
      shortMessage: 'Chain is not supported',
      data: { rpcCode: 4902 },
    })
  })
  it.each([[['http://rpc.example']], [['ws://rpc.example']], [['file:///x']], [[]]])(
    'a wallet is never sent to %j',
    async (http) => {
      const bench = start()
      await bench.connector.connect({})
      await expect(bench.connector.switchNetwork?.(local(99, http))).rejects.toBeInstanceOf(
        ChainNotSupportedError,
      )
      expect(callsOf(bench)).not.toContain('wallet_addEthereumChain')
    },
  )
  it('a loopback address is fine', async () => {
    const { connector } = start()
    await connector.connect({})
    await connector.switchNetwork?.(local(99, ['http://127.0.0.1:8545']))
  })
  it.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'a person may decline %s',
    async (method) => {
      const { wallet, connector } = start()
      await connector.connect({})
      wallet.rejectNext(method)
      await expect(connector.switchNetwork?.(local(99))).rejects.toBeInstanceOf(RejectedByUserError)
    },
  )
  it('a wallet that says null and stays has not switched', async () => {
    vi.useFakeTimers()
    const { wallet, connector } = start()
    await connector.connect({})
    wallet.answerWith('wallet_switchEthereumChain', null)
    const switching = expect(connector.switchNetwork?.(local(10))).rejects.toBeInstanceOf(
      SwitchNotConfirmedError,
    )
    await vi.advanceTimersByTimeAsync(5_000)
    await switching
  })
})

describe('requests', () => {
  it('go through, and the errors of the wallet keep code and data', async () => {
    const { wallet, connector } = start()
    await connector.connect({})
    wallet.failWith('personal_sign', { code: -32000, message: 'busy', data: { reason: 'x' } })
    const failure = await connector.request({ method: 'personal_sign', params: [] }).catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({ code: -32000, message: 'busy', data: { reason: 'x' } })
  })
  it.each([
    [{ code: 4001, message: 'no' }, 4001],
    ['text', -32603],
    [undefined, -32603],
    [{ code: '4001' }, 4001],
  ])('what is no Error becomes one: %j', async (thrown, code) => {
    const provider = providerCell({ request: () => Promise.reject(thrown) })
    const connector = injected({ id: 'x', name: 'X', type: 'INJECTED', provider })(connectorContext())
    const failure = await connector.request({ method: 'personal_sign' }).catch((error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).toMatchObject({ code })
  })
  it('a transaction is not sent on another network than the page shows, and the page hears which one it is', async () => {
    const started = start()
    const { connector, wallet, page } = started
    await connector.connect({})
    wallet.answerWith('eth_chainId', '0xa')
    const send = { method: 'eth_sendTransaction', params: [{}], caipNetworkId: 'eip155:1' } as const
    await expect(connector.request(send)).rejects.toMatchObject({ code: 6043, rpcCode: 4901 })
    expect(callsOf(started)).not.toContain('eth_sendTransaction')
    expect(page.events).toContainEqual({ name: 'change', payload: { caipNetworkId: 'eip155:10' } })
    // One that does not say where it is.
    wallet.failWith('eth_chainId', { code: -32_603 })
    wallet.failWith('eth_sendTransaction', { code: 4001 })
    await expect(connector.request(send)).rejects.toMatchObject({ code: 4001 })
  })
  it('a provider that throws at once, or has no events, does no harm', async () => {
    const provider = providerCell({
      request() {
        throw new Error('broken')
      },
    })
    const connector = injected({ id: 'x', name: 'X', type: 'INJECTED', provider })(connectorContext())
    await expect(connector.connect({})).rejects.toMatchObject({ code: 6012 })
  })
})
