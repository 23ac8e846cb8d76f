import { BaseError } from '@latchkey/errors'
import { describe, expect, it, vi } from 'vitest'
import { close } from '../actions/close.ts'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import { reconnect } from '../actions/reconnect.ts'
import { createStorage } from '../storage/createStorage.ts'
import { writeConnection } from '../storage/storedState.ts'
import { ADDRESS, connected, connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'

type Made = ReturnType<typeof testConfig>
const ask = ({ config }: Made, method: string, params?: unknown[]) =>
  config.provider.request({ method, ...(params ? { params } : {}) })
async function make() {
  const made = testConfig()
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made
}
function record({ config }: Made) {
  const events: [string, unknown][] = []
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'])
    config.provider.on(name, (payload) => events.push([name, payload]))
  return events
}

describe('accounts (EIP-1102)', () => {
  it('R6-14 shows none before consent and opens nothing', async () => {
    const made = testConfig()
    expect(await ask(made, 'eth_accounts')).toEqual([])
    expect(made.config.modal.getState().open).toBe(false)
  })
  it('eth_requestAccounts opens the modal and answers once connected', async () => {
    const made = testConfig()
    const work = ask(made, 'eth_requestAccounts')
    await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
    await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
    expect(await work).toEqual([ADDRESS])
    expect(await ask(made, 'eth_accounts')).toEqual([ADDRESS])
    expect(await ask(made, 'eth_requestAccounts')).toEqual([ADDRESS])
  })
  it('R8-69 closing the modal rejects with 4001', async () => {
    const made = testConfig()
    const work = ask(made, 'eth_requestAccounts')
    await vi.waitFor(() => expect(made.config.modal.getState().open).toBe(true), 15_000)
    close(made.config)
    await expect(work).rejects.toMatchObject({ code: 4001 })
    await expect(work).rejects.toBeInstanceOf(Error)
  })
  it('a config that is destroyed rejects it too', async () => {
    const made = testConfig()
    const work = ask(made, 'eth_requestAccounts')
    made.config.destroy()
    await expect(work).rejects.toMatchObject({ code: 4001 })
  })
  it.each(['confirms', 'fails'])('a restore that %s comes first', async (outcome) => {
    const storage = createStorage(() => undefined)
    writeConnection(storage, 'eip155', { connectorId: 'fake', caipNetworkId: 'eip155:1' })
    const made = testConfig({ storage })
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

describe('networks (EIP-3326, EIP-3085)', () => {
  it('R3-30 R3-31 says which is active', async () => {
    const made = testConfig()
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
      const made = testConfig()
      await expect(made.config.provider.request(args as never)).rejects.toMatchObject({ code: -32600 })
    },
  )
  it('R8-60 refuses params that are no array or object', async () => {
    const made = testConfig()
    await expect(
      made.config.provider.request({ method: 'eth_call', params: 'x' as never }),
    ).rejects.toMatchObject({ code: -32602 })
  })
  it('answers with the bare result', async () => {
    const made = await make()
    const work = ask(made, 'eth_blockNumber')
    await vi.waitFor(() => made.wallet.take('request').resolve('0x10'), 15_000)
    expect(await work).toBe('0x10')
  })
  it('R8-70 is 4100 while nothing is connected', () =>
    expect(ask(testConfig(), 'personal_sign')).rejects.toMatchObject({ code: 4100 }))
  it('R8-71 R6-23 an unknown method is 4200', async () => {
    const made = await make()
    const work = ask(made, 'eth_sign')
    work.catch(() => undefined)
    await vi.waitFor(
      () => made.wallet.take('request').reject(new BaseError(2005, 'Requested RPC call is not allowed')),
      15_000,
    )
    await expect(work).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
  })
})

describe('events (EIP-1193)', () => {
  it('tells each change once', async () => {
    const made = testConfig()
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
  it('stops telling a listener that was removed', async () => {
    const made = testConfig()
    const heard: unknown[] = []
    const listener = (payload: unknown) => heard.push(payload)
    made.config.provider.on('chainChanged', listener)
    made.config.provider.removeListener('chainChanged', listener)
    made.config.networks.setState({ activeId: 'eip155:8453' })
    expect(heard).toEqual([])
  })
})
