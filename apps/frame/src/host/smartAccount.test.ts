import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { NotAvailableError, NotConnectedError } from '@latchkey/protocol/frame'
import { describe, expect, test, vi } from 'vitest'
import type { Frame } from '../context/Frame.ts'
import { fakeChain, fakeFrame, signedIn, signedOut, testAddress } from '../testing/fakeFrame.ts'
import { context, frameWithHandlers } from '../testing/frameWithHandlers.ts'
import { smartConfig } from '../testing/worldFrame.ts'
import { announceState } from './announceState.ts'

const smart = safeAccount.addressOf(testAddress)
const eoa = { namespace: 'eip155', address: testAddress, type: 'eoa' } as const
const contract = { namespace: 'eip155', address: smart, type: 'smartAccount' } as const
const codeOf = (code: unknown) => fakeChain(({ method }) => (method === 'eth_getCode' ? code : null))
const setUp = (code: unknown = '0x') => frameWithHandlers({ config: smartConfig, chain: codeOf(code) })

describe('getUser', () => {
  test('R3-36 R3-37 R3-46 the smart account is the one preferred where there is one', async () => {
    const user = await setUp().handlers.getUser({}, context)
    expect(user).toMatchObject({
      address: smart,
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: false,
      accounts: [contract, eoa],
    })
  })

  test('R3-37 the plain account is honoured when the host asks for it, and stays so', async () => {
    const { handlers } = setUp()
    const wanted = { address: testAddress, preferredAccountType: 'eoa', accounts: [eoa, contract] }
    expect(await handlers.getUser({ preferredAccountType: 'eoa' }, context)).toMatchObject(wanted)
    expect(await handlers.getUser({}, context)).toMatchObject(wanted)
    expect(await handlers.getUser({ preferredAccountType: 'payment' }, context)).toMatchObject(wanted)
  })

  test('R6-4 a network without smart accounts has the plain one alone', async () => {
    const user = await setUp().handlers.getUser({ chainId: 8453 }, context)
    expect(user).toMatchObject({ address: testAddress, preferredAccountType: 'eoa', accounts: [eoa] })
  })

  test('R3-11 tells whether it is deployed, and asks the network until it is', async () => {
    const asked = vi.fn(() => '0x60')
    const { handlers } = frameWithHandlers({ config: smartConfig, chain: fakeChain(asked) })
    for (let times = 0; times < 3; times++)
      expect(await handlers.getUser({}, context)).toMatchObject({ smartAccountDeployed: true })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('a network that does not answer holds nobody up for more than a second', async () => {
    const silent = { ...codeOf('0x'), request: () => new Promise<never>(() => undefined) }
    const { handlers } = frameWithHandlers({ config: smartConfig, chain: silent })
    expect(await handlers.getUser({}, context)).toMatchObject({ smartAccountDeployed: false })
  })
})

describe('the other methods', () => {
  test('R3-80 the networks that have them', async () => {
    expect(await setUp().handlers.getSmartAccountEnabledNetworks({}, context)).toEqual({
      smartAccountEnabledNetworks: [31337],
    })
    expect(await frameWithHandlers().handlers.getSmartAccountEnabledNetworks({}, context)).toEqual({
      smartAccountEnabledNetworks: [],
    })
  })

  test('initSmartAccount gives the address at once', async () => {
    expect(await setUp().handlers.initSmartAccount({}, context)).toEqual({
      address: smart,
      isDeployed: false,
    })
    expect(await setUp('0x60').handlers.initSmartAccount({}, context)).toEqual({
      address: smart,
      isDeployed: true,
    })
    await expect(frameWithHandlers().handlers.initSmartAccount({}, context)).rejects.toThrow(
      NotAvailableError,
    )
  })

  test('R3-12 setPreferredAccount', async () => {
    const { handlers } = setUp()
    expect(await handlers.setPreferredAccount({ type: 'eoa' }, context)).toEqual({
      type: 'eoa',
      address: testAddress,
    })
    expect(await handlers.setPreferredAccount({ type: 'smartAccount' }, context)).toEqual({
      type: 'smartAccount',
      address: smart,
    })
    await expect(handlers.setPreferredAccount({ type: 'payment' }, context)).rejects.toThrow(
      NotAvailableError,
    )
    const none = frameWithHandlers()
    await expect(none.handlers.setPreferredAccount({ type: 'smartAccount' }, context)).rejects.toThrow(
      NotAvailableError,
    )
  })

  test('nobody signed in has none', async () => {
    const { frame, handlers } = frameWithHandlers({ config: smartConfig, state: signedOut })
    await expect(handlers.initSmartAccount({}, context)).rejects.toThrow(NotConnectedError)
    await expect(handlers.setPreferredAccount({ type: 'eoa' }, context)).rejects.toThrow(NotConnectedError)
    expect(frame.store.getState().preferredAccountType).toBe('smartAccount')
  })

  test('eth_accounts is the preferred one of the network', async () => {
    const { handlers } = setUp()
    const accounts = (chainId?: string) =>
      handlers.rpcRequest({ method: 'eth_accounts', ...(chainId ? { chainId } : {}) }, context)
    expect(await accounts()).toEqual([smart])
    expect(await accounts('eip155:8453')).toEqual([testAddress])
    await handlers.setPreferredAccount({ type: 'eoa' }, context)
    expect(await accounts()).toEqual([testAddress])
  })
})

describe('what the host hears', () => {
  async function heard(run: (frame: Frame) => void): Promise<unknown[]> {
    const frame = fakeFrame({ config: smartConfig })
    const events: unknown[] = []
    frame.store.setState({ keys: signedIn })
    announceState(frame, ((name: string, payload: unknown) => events.push([name, payload])) as never)
    await import('../chains/evm/accounts/accountsOf.ts')
    await import('@latchkey/chain-evm/decode/smartAccount')
    await new Promise((resolve) => setTimeout(resolve, 0))
    run(frame)
    await new Promise((resolve) => setTimeout(resolve, 0))
    return events
  }

  test('another network may have another preferred account', async () => {
    const events = await heard(({ store }) => store.setState({ caip2: 'eip155:8453' }))
    expect(events).toEqual([
      ['chainChanged', { chainId: 8453 }],
      ['accountsChanged', { accounts: [eoa] }],
    ])
  })

  test('the other kind of account was chosen: it comes first', async () => {
    const events = await heard(({ store }) => store.setState({ preferredAccountType: 'eoa' }))
    expect(events).toEqual([['accountsChanged', { accounts: [eoa, contract] }]])
  })

  test('a session that ended, at once', async () => {
    const events = await heard(({ store }) => store.setState({ keys: signedOut }))
    expect(events).toEqual([
      ['accountsChanged', { accounts: [] }],
      ['sessionEnded', { code: 2016 }],
    ])
  })
})
