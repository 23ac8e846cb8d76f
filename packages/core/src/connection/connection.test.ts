import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf, expectConnections } from '../account/accounts.ts'
import { createStorage } from '../storage/createStorage.ts'
import { readConnections } from '../storage/storedConnections.ts'
import { STORAGE_KEYS, writeConnection } from '../storage/storedState.ts'
import {
  ADDRESS,
  connected,
  connectFake,
  type FakeConnector,
  fakeConnector,
  OTHER_ADDRESS,
} from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connect } from './connect.ts'
import { disconnect, reconnect } from './reconnect.ts'
import { switchNetwork } from './switchNetwork.ts'
import { watchConnectors } from './watchConnectors.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Made = ReturnType<typeof testConfig>
const evm = ({ config }: Made) => accountOf(config.accounts, 'eip155')
const begin = ({ config }: Made) => connect(config, { connectorId: 'fake' })

async function makeConnected(): Promise<Made> {
  const made = testConfig()
  await connectFake(made.wallet, begin(made))
  return made
}
function withStored(): Made {
  const storage = createStorage(() => undefined)
  writeConnection(storage, 'eip155', { connectorId: 'fake', caipNetworkId: 'eip155:1' })
  return testConfig({ storage })
}

describe('connect', () => {
  it('R4-1 R4-2 R4-3 R4-4 goes from disconnected through connecting to connected', async () => {
    const made = testConfig()
    expect(evm(made).status).toBe('disconnected')
    const work = begin(made)
    expect(evm(made).status).toBe('connecting')
    await connectFake(made.wallet, work)
    expect(evm(made).status).toBe('connected')
    expect(accountOf(made.config.accounts, 'solana').status).toBe('disconnected')
  })
  it('R3-1 R3-2 R3-3 R3-9 R3-34 fills the account and remembers the connection', async () => {
    const made = await makeConnected()
    expect(evm(made)).toMatchObject({
      status: 'connected',
      address: ADDRESS,
      caipAddress: `eip155:1:${ADDRESS}`,
      user: { email: 'm•••@example.com' },
      allAccounts: [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }],
    })
    expect(readConnections(made.config.storage)).toEqual({
      eip155: { connectorId: 'fake', caipNetworkId: 'eip155:1' },
    })
    expect(made.config.storage.get(STORAGE_KEYS.lastUsedChain)).toBe('eip155:1')
  })
  it('tells nobody of the network when it is the active one already', async () => {
    const made = testConfig()
    const told = vi.fn()
    made.config.networks.subscribe(told)
    await connectFake(made.wallet, begin(made))
    expect(evm(made).status).toBe('connected')
    expect(told).not.toHaveBeenCalled()
  })
  it('R3-32 a connection has the id and type of its connector, a network and an address', async () => {
    const made = testConfig()
    await connectFake(made.wallet, begin(made), connected(ADDRESS, 'eip155:8453'))
    expect(evm(made)).toMatchObject({
      connectorId: 'fake',
      connectedWalletInfo: { name: 'Fake', type: 'AUTH' },
      caipAddress: `eip155:8453:${ADDRESS}`,
      address: ADDRESS,
    })
  })
  it('R3-8 R3-33 keeps the user’s name, and the public key and path of an account, where the wallet tells them', async () => {
    const made = testConfig()
    const user = { email: 'm•••@example.com', username: 'ada' }
    const account = {
      namespace: 'eip155',
      address: ADDRESS,
      type: 'eoa',
      publicKey: `0x02${'ab'.repeat(32)}`,
      path: "m/44'/60'/0'/0/0",
    } as const
    await connectFake(made.wallet, begin(made), { ...connected(), user, accounts: [account] })
    expect(evm(made).user).toEqual(user)
    expect(evm(made).allAccounts).toEqual([account])
  })
  it('R4-7 a refusal leads back to disconnected', async () => {
    const made = testConfig()
    const work = begin(made)
    made.wallet.take('connect').reject(new Error('no'))
    await expect(work).rejects.toThrow('no')
    expect(evm(made).status).toBe('disconnected')
  })
  it('an abort settles it, and a late answer does not connect', async () => {
    const made = testConfig()
    const controller = new AbortController()
    const work = connect(made.config, { connectorId: 'fake', signal: controller.signal })
    const call = made.wallet.take('connect')
    controller.abort()
    call.resolve(connected())
    await expect(work).rejects.toThrow()
    expect(evm(made).status).toBe('disconnected')
  })
  it('a disconnect while connecting wins over the answer', async () => {
    const made = testConfig()
    const work = begin(made)
    const call = made.wallet.take('connect')
    await disconnect(made.config)
    call.resolve(connected())
    await expect(work).rejects.toThrow()
    expect(evm(made).status).toBe('disconnected')
    expect(readConnections(made.config.storage)).toEqual({})
  })
  it('a second attempt takes over', async () => {
    const made = testConfig()
    const first = begin(made)
    const firstCall = made.wallet.take('connect')
    const second = begin(made)
    firstCall.resolve(connected(OTHER_ADDRESS))
    await expect(first).rejects.toThrow()
    expect(evm(made).status).toBe('connecting')
    await connectFake(made.wallet, second)
    expect(evm(made).address).toBe(ADDRESS)
  })
  it('R8-20 an unknown connector is refused', () =>
    expect(connect(testConfig().config, { connectorId: 'none' })).rejects.toThrow(
      'Address or auth connector not found',
    ))
})

function lateWallet({ config }: Made) {
  let late: FakeConnector | undefined
  config.addConnector((context) => {
    late = fakeConnector(context)
    return { ...late.connector, id: 'late' }
  })
  return late as FakeConnector
}

describe('reconnect', () => {
  it('R4-5 R4-6 the first status is the stored one: connecting until the wallet confirms it', async () => {
    const made = withStored()
    expectConnections(made.config)
    expect(evm(made).status).toBe('connecting')
    const work = reconnect(made.config)
    expect(evm(made).status).toBe('connecting')
    made.wallet.take('reconnect').resolve(connected())
    await work
    expect(evm(made).status).toBe('connected')
  })
  it('a page that cannot load what restores a connection shows none', () => {
    const made = withStored()
    const giveUp = expectConnections(made.config)
    giveUp()
    expect(evm(made).status).toBe('disconnected')
    expect(readConnections(made.config.storage).eip155).toBeDefined()
  })
  it('R4-7 a failed sync leads to disconnected, and the next load may try again', async () => {
    const made = withStored()
    const work = reconnect(made.config)
    made.wallet.take('reconnect').reject(new Error('offline'))
    await work
    expect(evm(made).status).toBe('disconnected')
    expect(readConnections(made.config.storage).eip155).toBeDefined()
  })
  it('a wallet that knows of no session ends it', async () => {
    const made = withStored()
    const work = reconnect(made.config)
    made.wallet.take('reconnect').resolve(undefined)
    await work
    expect(evm(made).status).toBe('disconnected')
    expect(readConnections(made.config.storage)).toEqual({})
  })
  const withLate = () => {
    const storage = createStorage(() => undefined)
    writeConnection(storage, 'eip155', { connectorId: 'late', caipNetworkId: 'eip155:1' })
    return testConfig({ storage })
  }
  it('a wallet that never announces itself leaves the page disconnected, and is remembered', async () => {
    const made = withLate()
    const work = reconnect(made.config)
    expect(evm(made).status).toBe('connecting')
    await vi.advanceTimersByTimeAsync(1_000)
    await work
    expect(evm(made).status).toBe('disconnected')
    expect(readConnections(made.config.storage).eip155?.connectorId).toBe('late')
  })
  it('a wallet that announces itself a little late is restored', async () => {
    const made = withLate()
    const work = reconnect(made.config)
    await vi.advanceTimersByTimeAsync(500)
    const late = lateWallet(made)
    await vi.waitFor(() => late.take('reconnect').resolve(connected()), 15_000)
    await work
    expect(evm(made)).toMatchObject({ status: 'connected', connectorId: 'late' })
  })
})

describe('disconnect', () => {
  it('R4-39 R4-40 R4-41 R4-42 R4-44 R4-47 R9-70 clears account, network and storage at once', async () => {
    const made = await makeConnected()
    const { config, wallet } = made
    config.storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
    config.storage.set(STORAGE_KEYS.emailHint, 'm•••@example.com')
    config.networks.setState({ activeId: 'eip155:8453' })
    const work = disconnect(config)
    expect(evm(made)).toEqual({ status: 'disconnected', allAccounts: [] })
    expect(config.networks.getState().activeId).toBe('eip155:1')
    for (const key of ['connections', 'lastUsedChain', 'emailLoginUsed', 'emailHint'] as const)
      expect(config.storage.get(STORAGE_KEYS[key])).toBeUndefined()
    wallet.take('disconnect').resolve()
    await work
  })
  it('R4-48 R9-18 waits 3 s at most for the wallet', async () => {
    const { config } = await makeConnected()
    let done = false
    const work = disconnect(config).then(() => {
      done = true
    })
    await vi.advanceTimersByTimeAsync(2_999)
    expect(done).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await work
    expect(done).toBe(true)
  })
  it('R8-6 a wallet that fails to disconnect stays internal', async () => {
    const { config, wallet } = await makeConnected()
    const work = disconnect(config)
    wallet.take('disconnect').reject(new Error('Failed to disconnect'))
    await expect(work).resolves.toBeUndefined()
  })
  it('R4-46 ends every namespace of one session', async () => {
    const made = await makeConnected()
    const account = evm(made)
    made.config.accounts.setState({ byNamespace: { eip155: account, solana: account } })
    const work = disconnect(made.config, { namespace: 'solana' })
    made.wallet.take('disconnect').resolve()
    await work
    expect(evm(made).status).toBe('disconnected')
  })
})

describe('what a wallet tells by itself', () => {
  it('follows accounts and keeps who the user is', async () => {
    const made = await makeConnected()
    watchConnectors(made.config)
    made.wallet.context.emitter.emit('change', { accounts: connected(OTHER_ADDRESS).accounts })
    await vi.waitFor(
      () => expect(evm(made)).toMatchObject({ address: OTHER_ADDRESS, user: { email: 'm•••@example.com' } }),
      15_000,
    )
  })
  it('an empty list disconnects (EIP-1193)', async () => {
    const made = await makeConnected()
    watchConnectors(made.config)
    made.wallet.context.emitter.emit('change', { accounts: [] })
    await vi.waitFor(() => expect(evm(made).status).toBe('disconnected'), 15_000)
  })
  it('follows a network, also one that the page did not list', async () => {
    const made = await makeConnected()
    watchConnectors(made.config)
    made.wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:10' })
    await vi.waitFor(() => expect(evm(made).caipAddress).toBe(`eip155:10:${ADDRESS}`), 15_000)
    expect(made.config.networks.getState().activeId).toBe('eip155:10')
  })
  it('R8-43 an ended session disconnects and says so', async () => {
    vi.useRealTimers()
    const made = await makeConnected()
    watchConnectors(made.config)
    made.wallet.context.emitter.emit('disconnect', { code: 2016 })
    expect(evm(made).status).toBe('disconnected')
    await vi.waitFor(
      () => expect(made.config.notices.getState().alert).toMatchObject({ kind: 'sessionExpired' }),
      15_000,
    )
  })
  it('R5-5 R8-45 an alert of a wallet stands in the store', async () => {
    vi.useRealTimers()
    const { config, wallet } = testConfig()
    watchConnectors(config)
    wallet.context.emitter.emit('alert', { kind: 'originNotAllowed', code: 6003 })
    await vi.waitFor(
      () =>
        expect(config.notices.getState().alert).toMatchObject({
          kind: 'originNotAllowed',
          short: 'Invalid App Configuration',
          code: 6003,
        }),
      15_000,
    )
  })
  it('R4-19 R4-20 R4-21 follows the life of the frame, and hears nothing after it stopped', () => {
    const { config, wallet } = testConfig()
    const { emitter } = wallet.context
    expect(config.frame.getState().status).toBe('notCreated')
    const stop = watchConnectors(config)
    emitter.emit('frame', { status: 'created' })
    expect(config.frame.getState().status).toBe('created')
    emitter.emit('frame', { status: 'ready', screen: 'code', height: 300 })
    expect(config.frame.getState()).toMatchObject({ status: 'ready', screen: 'code', height: 300 })
    stop()
    emitter.emit('frame', { status: 'failed' })
    expect(config.frame.getState().status).toBe('ready')
  })
  it('a change that comes before the end of the session does not outlive it', async () => {
    const made = await makeConnected()
    watchConnectors(made.config)
    made.wallet.context.emitter.emit('change', { accounts: connected(OTHER_ADDRESS).accounts })
    made.wallet.context.emitter.emit('disconnect', {})
    await vi.advanceTimersByTimeAsync(10)
    expect(evm(made).status).toBe('disconnected')
  })
  it('tells nothing of a wallet that is not connected', async () => {
    const made = testConfig()
    watchConnectors(made.config)
    made.wallet.context.emitter.emit('change', { accounts: connected().accounts })
    await vi.advanceTimersByTimeAsync(10)
    expect(evm(made).status).toBe('disconnected')
  })
})

describe('switchNetwork', () => {
  it('R1-8 switches the wallet first, then the page', async () => {
    const made = await makeConnected()
    const work = switchNetwork(made.config, 'eip155:8453')
    expect(made.config.networks.getState().activeId).toBe('eip155:1')
    made.wallet.take('switchNetwork').resolve()
    await work
    expect(made.config.networks.getState().activeId).toBe('eip155:8453')
    expect(evm(made).caipAddress).toBe(`eip155:8453:${ADDRESS}`)
  })
  it('a wallet that refuses leaves the network as it is', async () => {
    const made = await makeConnected()
    const work = switchNetwork(made.config, 'eip155:8453')
    made.wallet.take('switchNetwork').reject(new Error('no'))
    await expect(work).rejects.toThrow('no')
    expect(made.config.networks.getState().activeId).toBe('eip155:1')
  })
  it('R5-9 R8-21 R8-38 an unknown network raises its alert', async () => {
    vi.useRealTimers()
    const { config } = testConfig()
    await expect(switchNetwork(config, 'eip155:5')).rejects.toThrow('Network not found')
    await vi.waitFor(() => expect(config.notices.getState().alert?.kind).toBe('networkNotFound'), 15_000)
  })
})

describe('the connection machine', () => {
  it('R4-1 R6-1 has an address exactly while connected, whatever happens in whatever order', async () => {
    const step = fc.constantFrom(
      'connect',
      'answer',
      'refuse',
      'disconnect',
      'reconnect',
      'wallet left',
      'account',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const made = testConfig()
        const { config, wallet } = made
        watchConnectors(config)
        const swallow = () => undefined
        for (const name of steps) {
          if (name === 'connect') begin(made).catch(swallow)
          if (name === 'answer') wallet.waiting.shift()?.resolve(connected())
          if (name === 'refuse') wallet.waiting.shift()?.reject(new Error('no'))
          if (name === 'disconnect') void disconnect(config)
          if (name === 'reconnect') void reconnect(config)
          if (name === 'wallet left') wallet.context.emitter.emit('disconnect', {})
          if (name === 'account')
            wallet.context.emitter.emit('change', { accounts: connected(OTHER_ADDRESS).accounts })
          await vi.advanceTimersByTimeAsync(1)
          const { status, address, caipAddress } = evm(made)
          expect(address !== undefined).toBe(status === 'connected')
          expect(caipAddress !== undefined).toBe(status === 'connected')
          // Connecting means that somebody is being asked.
          if (status === 'connecting') expect(config.runtime.attempts.size).toBeGreaterThan(0)
          expect(readConnections(config.storage).eip155 !== undefined || status !== 'connected').toBe(true)
        }
        config.destroy()
        await vi.advanceTimersByTimeAsync(1)
        expect(evm(made).status).not.toBe('connecting')
      }),
      { numRuns: 150 },
    )
  })
})
