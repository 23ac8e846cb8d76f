import { close, connect, createStorage, disconnect, open, reconnect } from '@latchkey/core'
import { ADDRESS, connected, connectFake, OTHER_ADDRESS, writeConnection } from '@latchkey/core/testing'
import { loading } from '@latchkey/errors'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { evmConfig } from '../testing/evmConfig.ts'
import { createProvider } from './createProvider.ts'

/** What the first request loads is there: no wait here is for a download. */
beforeAll(async () => void (await import('./walletCalls.ts')))

type Made = ReturnType<typeof evmConfig>
const ask = ({ config }: Made, method: string, params?: unknown[]) =>
  config.provider.request({ method, ...(params ? { params } : {}) })
async function make() {
  const made = evmConfig()
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made
}
function record({ config }: Made) {
  const events: [string, unknown][] = []
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
    config.provider.on(name, (payload) => events.push([name, payload]))
  return events
}

it('R3-32 a connection has a provider, which tells its network and address and asks its wallet', async () => {
  const made = evmConfig()
  const result = connected(ADDRESS, 'eip155:8453')
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }), result)
  expect(await ask(made, 'eth_chainId')).toBe('0x2105')
  expect(await ask(made, 'eth_accounts')).toEqual([ADDRESS])
  const work = ask(made, 'wallet_getCapabilities')
  const asked = await vi.waitFor(() => made.wallet.take('request'), 15_000)
  expect(asked.params).toEqual({ method: 'wallet_getCapabilities', caipNetworkId: 'eip155:8453' })
  asked.resolve('0x10')
  expect(await work).toBe('0x10')
})

it('a request whose code cannot be loaded says so by a code, and the next one tries again', async () => {
  const { config } = evmConfig()
  let isOffline = true
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'))
  const provider = createProvider(config, () => loading(isOffline ? missing() : import('./walletCalls.ts')))
  await expect(provider.request({ method: 'wallet_getPermissions' })).rejects.toMatchObject({
    code: -32603,
    data: { latchkeyCode: 5022 },
    message: expect.stringContaining('could not be loaded'),
  })
  isOffline = false
  await expect(provider.request({ method: 'wallet_getPermissions' })).resolves.toEqual([])
})

describe('accounts (EIP-1102)', () => {
  it('R6-14 shows none before consent and opens nothing', async () => {
    const made = evmConfig()
    expect(await ask(made, 'eth_accounts')).toEqual([])
    expect(made.config.modal.getState().open).toBe(false)
  })
  it('eth_requestAccounts opens the modal and answers once connected', async () => {
    const made = evmConfig()
    const work = ask(made, 'eth_requestAccounts')
    await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
    await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
    expect(await work).toEqual([ADDRESS])
    expect(await ask(made, 'eth_accounts')).toEqual([ADDRESS])
    expect(await ask(made, 'eth_requestAccounts')).toEqual([ADDRESS])
  })
  it('R8-69 closing the modal rejects with 4001', async () => {
    const made = evmConfig()
    const work = ask(made, 'eth_requestAccounts')
    await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
    close(made.config)
    await expect(work).rejects.toMatchObject({ code: 4001 })
    await expect(work).rejects.toBeInstanceOf(Error)
  })
  it('a config that is destroyed rejects it too', async () => {
    const made = evmConfig()
    const work = ask(made, 'eth_requestAccounts')
    made.config.destroy()
    await expect(work).rejects.toMatchObject({ code: 4001 })
  })
  it.each(['confirms', 'fails'])('a restore that %s comes first', async (outcome) => {
    const storage = createStorage(() => undefined)
    writeConnection(storage, 'eip155', { connectorId: 'fake', caipNetworkId: 'eip155:1' })
    const made = evmConfig({ storage })
    void reconnect(made.config)
    const work = ask(made, 'eth_requestAccounts')
    expect(made.config.modal.getState().open).toBe(false)
    if (outcome === 'confirms') made.wallet.take('reconnect').resolve(connected())
    else {
      made.wallet.take('reconnect').resolve(undefined)
      await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
      await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
    }
    expect(await work).toEqual([ADDRESS])
  })
})

it.each([false, true])('who is restored is waited for; the modal is in the page: %s', async (embedded) => {
  const storage = createStorage(() => undefined)
  writeConnection(storage, 'eip155', { connectorId: 'fake', caipNetworkId: 'eip155:1' })
  const made = evmConfig({ storage, embedded })
  void reconnect(made.config)
  const [accounts, signature] = [ask(made, 'eth_accounts'), ask(made, 'personal_sign', ['0x68', ADDRESS])]
  // One that waits for nothing goes the same way: the others are where they wait by then.
  await expect(ask(made, 'wallet_switchEthereumChain', [null])).rejects.toMatchObject({ code: -32602 })
  made.wallet.take('reconnect').resolve(connected())
  expect(await accounts).toEqual([ADDRESS])
  const asked = await vi.waitFor(() => made.wallet.take('request'), 15_000)
  asked.resolve('0x51')
  expect(await signature).toBe('0x51')
})

describe('networks (EIP-3326, EIP-3085)', () => {
  it('R3-30 R3-31 says which is active', async () => {
    const made = evmConfig()
    expect(await ask(made, 'eth_chainId')).toBe('0x1')
    expect(await ask(made, 'net_version')).toBe('1')
  })
  it.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    '%s switches to a listed one',
    async (method) => {
      const made = await make()
      const work = ask(made, method, [{ chainId: '0x2105' }])
      await vi.waitFor(() => made.wallet.take('switchNetwork').resolve(), 15_000)
      expect(await work).toBeNull()
      expect(await ask(made, 'eth_chainId')).toBe('0x2105')
    },
  )
  it('R8-54 R8-74 an unlisted one is 4902', async () => {
    const made = await make()
    await expect(ask(made, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({
      code: 4902,
    })
  })
  it.each([undefined, [], [{}], [{ chainId: 1 }], [{ chainId: '1' }], [{ chainId: '0x' }], [null]])(
    'R8-60 refuses the params %j',
    async (params) => {
      const made = await make()
      await expect(
        ask(made, 'wallet_switchEthereumChain', params as unknown[] | undefined),
      ).rejects.toMatchObject({ code: -32602 })
    },
  )
})

describe('requests (EIP-1193)', () => {
  it.each([undefined, null, 'eth_chainId', [], {}, { method: 1 }, { method: '' }])(
    'R8-58 refuses %j as a request',
    async (args) => {
      const made = evmConfig()
      await expect(made.config.provider.request(args as never)).rejects.toMatchObject({ code: -32600 })
    },
  )
  it('R8-60 refuses params that are no array or object', async () => {
    const made = evmConfig()
    await expect(
      made.config.provider.request({ method: 'eth_call', params: 'x' as never }),
    ).rejects.toMatchObject({ code: -32602 })
  })
  it('answers with the bare result', async () => {
    const made = await make()
    const work = ask(made, 'wallet_getCapabilities')
    await vi.waitFor(() => made.wallet.take('request').resolve({ '0x1': {} }), 15_000)
    expect(await work).toEqual({ '0x1': {} })
  })
  it('R8-70 is 4100 while nothing is connected', () =>
    expect(ask(evmConfig(), 'personal_sign')).rejects.toMatchObject({ code: 4100 }))
  it.each(['eth_sign', 'personal_ecRecover', 'foo_bar', 'solana_signMessage'])(
    'R8-71 R6-23 %s is 4200, connected or not, and asks nobody',
    async (method) => {
      const made = await make()
      await expect(ask(made, method)).rejects.toMatchObject({ code: 4200 })
      await expect(ask(evmConfig(), method)).rejects.toMatchObject({ code: 4200 })
      expect(made.wallet.waiting).toEqual([])
      expect(made.config.modal.getState().open).toBe(false)
    },
  )
  it('what a node would say of itself is said here', async () => {
    const made = evmConfig()
    expect(await ask(made, 'net_listening')).toBe(true)
    expect(await ask(made, 'eth_protocolVersion')).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
    expect(await ask(made, 'eth_coinbase')).toBeNull()
    expect(await ask(await make(), 'eth_coinbase')).toBe(ADDRESS)
  })
  it('web3 sees an async function', () => {
    expect(evmConfig().config.provider.request.constructor.name).toBe('AsyncFunction')
  })
})

describe('permissions (EIP-2255)', () => {
  const granted = [
    {
      parentCapability: 'eth_accounts',
      invoker: '',
      caveats: [{ type: 'restrictReturnedAccounts', value: [ADDRESS] }],
    },
  ]
  it('R7-92 tells what the site may see, and ends nothing that waits', async () => {
    const made = await make()
    const waiting = ask(made, 'personal_sign', ['0x00', ADDRESS])
    expect(await ask(made, 'wallet_getPermissions')).toEqual(granted)
    await vi.waitFor(() => made.wallet.take('request').resolve('0x2'), 15_000)
    expect(await waiting).toBe('0x2')
    expect(await ask(evmConfig(), 'wallet_getPermissions')).toEqual([])
  })
  it('R7-92 asking for the accounts connects', async () => {
    const made = evmConfig()
    const work = ask(made, 'wallet_requestPermissions', [{ eth_accounts: {} }])
    await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
    await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
    expect(await work).toEqual(granted)
    expect(await ask(made, 'wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(granted)
  })
  it('R7-92 R8-69 who closes the modal has declined', async () => {
    const made = evmConfig()
    const work = ask(made, 'wallet_requestPermissions', [{ eth_accounts: {} }])
    await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
    close(made.config)
    await expect(work).rejects.toMatchObject({ code: 4001 })
  })
  it.each([undefined, [], [{}], [{ snap: {} }], [{ eth_accounts: {}, snap: {} }], [null]])(
    'R7-92 R8-60 no other permission can be asked for: %j',
    async (params) => {
      const made = evmConfig()
      const work = ask(made, 'wallet_requestPermissions', params as unknown[] | undefined)
      await expect(work).rejects.toMatchObject({ code: -32602 })
      expect(made.config.modal.getState().open).toBe(false)
    },
  )
  it('R7-92 revoking the accounts does nothing where there are none', async () => {
    expect(await ask(evmConfig(), 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  })
})

describe('after a reload', () => {
  const reloaded = () => {
    const storage = createStorage(() => undefined)
    writeConnection(storage, 'eip155', { connectorId: 'fake', caipNetworkId: 'eip155:1' })
    const made = evmConfig({ storage })
    void reconnect(made.config)
    return made
  }
  it('R6-30 eth_accounts waits until the account is known', async () => {
    const made = reloaded()
    const work = ask(made, 'eth_accounts')
    made.wallet.take('reconnect').resolve(connected())
    expect(await work).toEqual([ADDRESS])
  })
  it('R6-30 and so does what needs the account', async () => {
    const made = reloaded()
    const work = Promise.all([
      ask(made, 'personal_sign', ['0x00', ADDRESS]),
      ask(made, 'wallet_getPermissions'),
      ask(made, 'eth_coinbase'),
    ])
    made.wallet.take('reconnect').resolve(connected())
    await vi.waitFor(() => made.wallet.take('request').resolve('0x2'), 15_000)
    expect(await work).toMatchObject(['0x2', [{ parentCapability: 'eth_accounts' }], ADDRESS])
  })
  it('R6-30 or known to be gone', async () => {
    const made = reloaded()
    const work = ask(made, 'eth_accounts')
    made.wallet.take('reconnect').resolve(undefined)
    expect(await work).toEqual([])
  })
  it('R6-30 but for no longer than ten seconds', async () => {
    const made = reloaded()
    // The part that waits is there before the clock stands still.
    await ask(made, 'net_listening')
    vi.useFakeTimers()
    try {
      const work = ask(made, 'eth_accounts')
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await work).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
  it.each([
    ['asked to connect meanwhile', ({ config }: Made) => open(config)],
    ['the page is gone', ({ config }: Made) => config.destroy()],
  ])('R6-30 and not when %s', async (_, act) => {
    const made = reloaded()
    const work = ask(made, 'eth_accounts')
    act(made)
    expect(await work).toEqual([])
  })
})

describe('events (EIP-1193)', () => {
  it('tells each change once', async () => {
    const made = evmConfig()
    const events = record(made)
    await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
    made.config.networks.setState({ activeId: 'eip155:8453' })
    made.config.networks.setState({ activeId: 'eip155:8453' })
    await connectFake(
      made.wallet,
      connect(made.config, { connectorId: 'fake' }),
      connected(OTHER_ADDRESS, 'eip155:8453'),
    )
    expect(events).toEqual([
      ['connect', { chainId: '0x1' }],
      ['accountsChanged', [ADDRESS]],
      ['chainChanged', '0x2105'],
      ['accountsChanged', [OTHER_ADDRESS]],
    ])
  })
  it('R8-72 a disconnect is an error with 4900', async () => {
    const made = await make()
    const events = record(made)
    const work = disconnect(made.config)
    made.wallet.take('disconnect').resolve()
    await work
    expect(events.map(([name]) => name)).toEqual(['accountsChanged', 'disconnect'])
    expect(events[1]?.[1]).toMatchObject({ code: 4900 })
    expect(events[1]?.[1]).toBeInstanceOf(Error)
  })
  it.each(['removeListener', 'off'] as const)('%s stops telling that listener alone', (remove) => {
    const { provider, networks } = evmConfig().config
    const heard: unknown[] = []
    const gone = () => heard.push('gone')
    expect(provider.on('chainChanged', gone)).toBe(provider)
    provider.once('chainChanged', gone).on('chainChanged', (chainId) => heard.push(chainId))
    expect(provider[remove]('chainChanged', gone)).toBe(provider)
    networks.setState({ activeId: 'eip155:8453' })
    expect(heard).toEqual(['0x2105'])
  })
  it('once tells once', () => {
    const { provider, networks } = evmConfig().config
    const heard: unknown[] = []
    provider.once('chainChanged', (chainId) => heard.push(chainId))
    networks.setState({ activeId: 'eip155:8453' })
    networks.setState({ activeId: 'eip155:1' })
    expect(heard).toEqual(['0x2105'])
  })
  it('once leaves the same listener there that is for good', () => {
    const { provider, networks } = evmConfig().config
    const heard: unknown[] = []
    const listener = (chainId: unknown) => heard.push(chainId)
    provider.on('chainChanged', listener).once('chainChanged', listener)
    networks.setState({ activeId: 'eip155:8453' })
    networks.setState({ activeId: 'eip155:1' })
    expect(heard).toEqual(['0x2105', '0x2105', '0x1'])
  })
  it.each([
    ['of one event', 'chainChanged', ['accounts']],
    ['of all events', undefined, []],
  ])('removeAllListeners %s', async (_, event, expected) => {
    const made = evmConfig()
    const { provider, networks } = made.config
    const heard: unknown[] = []
    provider.on('chainChanged', () => heard.push('chain')).once('chainChanged', () => heard.push('chain'))
    provider.on('accountsChanged', () => heard.push('accounts'))
    provider.removeAllListeners(event)
    networks.setState({ activeId: 'eip155:8453' })
    await connectFake(
      made.wallet,
      connect(made.config, { connectorId: 'fake' }),
      connected(ADDRESS, 'eip155:8453'),
    )
    expect(heard).toEqual(expected)
  })
})
