import type { Handlers } from '@latchkey/bridge'
import { type ConnectorContext, readSmartAccountNetworks, STORAGE_KEYS } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import {
  type FrameContract,
  NotConnectedError,
  SessionExpiredError,
  type UserSession,
} from '@latchkey/protocol/frame'
import { afterEach, expect, it, vi } from 'vitest'
import { connectorContext } from '../testing/connectorContext.ts'
import { createFrameSession } from './FrameSession.ts'
import { createFakeFrame, FRAME_ADDRESS, frameUser } from './testing/fakeFrame.ts'

const SMART = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const user: UserSession = {
  ...frameUser,
  address: SMART,
  accounts: [
    { namespace: 'eip155', address: SMART, type: 'smartAccount' },
    { namespace: 'eip155', address: FRAME_ADDRESS, type: 'eoa' },
  ],
  preferredAccountType: 'smartAccount',
}
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function make(
  overrides: Partial<Handlers<FrameContract>> = {},
  defaultAccountTypes?: ConnectorContext['defaultAccountTypes'],
) {
  const context = connectorContext({ defaultAccountTypes })
  const frame = createFakeFrame({
    getUser: () => user,
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [1, 8453] }),
    setPreferredAccount: ({ type }) => ({ type, address: type === 'eoa' ? FRAME_ADDRESS : SMART }),
    initSmartAccount: () => ({ address: SMART, isDeployed: false }),
    ...overrides,
  })
  const session = createFrameSession(context, frame.open)
  ends.push(session.destroy, frame.destroy)
  const told = (name: string) =>
    frame.calls.filter((call) => call.name === name).map(({ params }) => params as Record<string, unknown>)
  const deployed = () =>
    context.events.flatMap(({ name, payload }) => {
      const { smartAccountDeployed } = payload as { smartAccountDeployed?: boolean }
      return name === 'change' && smartAccountDeployed !== undefined ? [smartAccountDeployed] : []
    })
  return { context, frame, session, told, deployed }
}

it('R3-37 R3-41 R3-45 R7-57 the frame is told which kind is wanted, and says which it is', async () => {
  const { session, told } = make()
  expect(await session.getUser({})).toMatchObject({
    accounts: user.accounts,
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
  })
  expect(told('getUser')).toEqual([{ chainId: 'eip155:1', preferredAccountType: 'smartAccount' }])
})

it('R3-37 a page that wants plain accounts gets them on each way in', async () => {
  const { session, told } = make({ connectSocial: () => user, connectPasskey: () => user }, { eip155: 'eoa' })
  await session.getUser({})
  await session.restore({})
  await session.identity.connectSocial({ uri: 'https://wallet.example/callback' })
  await session.identity.connectPasskey({})
  const wishes = ['getUser', 'connectSocial', 'connectPasskey'].flatMap((name) =>
    told(name).map(({ preferredAccountType }) => preferredAccountType),
  )
  expect(wishes).toEqual(['eoa', 'eoa', 'eoa', 'eoa'])
})

it('R3-37 the visitor’s own choice wins', async () => {
  const { context, session, told } = make({}, { eip155: 'smartAccount' })
  context.storage.set(STORAGE_KEYS.preferredAccountTypes, '{"eip155":"eoa"}')
  await session.getUser({})
  expect(told('getUser')).toMatchObject([{ preferredAccountType: 'eoa' }])
})

it('R3-80 keeps the networks with smart accounts, as a comma list', async () => {
  const { context, session } = make()
  await session.ready()
  await vi.waitFor(
    () => expect(context.storage.get(STORAGE_KEYS.smartAccountNetworks)).toBe('1,8453'),
    15_000,
  )
  expect(readSmartAccountNetworks(context.storage)).toEqual(['eip155:1', 'eip155:8453'])
})

it('R3-80 keeps an empty list when the frame does not say', async () => {
  const { context, session } = make({
    getSmartAccountEnabledNetworks: () => {
      throw new BaseError(2001, 'This wallet does not offer that yet.')
    },
  })
  context.storage.set(STORAGE_KEYS.smartAccountNetworks, '1')
  await session.ready()
  await vi.waitFor(() => expect(context.storage.get(STORAGE_KEYS.smartAccountNetworks)).toBe(''), 15_000)
})

it('R6-4 setting the kind answers with the account in use', async () => {
  const { session } = make()
  expect(await session.setPreferredAccount('eoa')).toEqual({ type: 'eoa', address: FRAME_ADDRESS })
})

it('a change of accounts says which of them is the one to use', async () => {
  const { context, frame, session } = make()
  await session.getUser({})
  await session.setPreferredAccount('eoa')
  frame.server?.emit('accountsChanged', { accounts: user.accounts })
  await vi.waitFor(
    () =>
      expect(context.events).toContainEqual({
        name: 'change',
        payload: { accounts: user.accounts, preferredAccountType: 'eoa' },
      }),
    15_000,
  )
})

it('a document that is opened anew hears the choice before anything else', async () => {
  const { frame, session } = make()
  await session.getUser({})
  frame.server?.destroy()
  await vi.waitFor(async () => {
    await session.request({ method: 'eth_blockNumber' })
    expect(frame.opened).toBe(2)
  }, 15_000)
  const names = frame.calls.map(({ name }) => name)
  expect(names.lastIndexOf('setPreferredAccount')).toBeLessThan(names.lastIndexOf('rpcRequest'))
})

it('whoever signs out is not remembered by the next document', async () => {
  const { frame, session, told } = make()
  await session.getUser({})
  await session.signOut()
  frame.server?.destroy()
  await vi.waitFor(async () => {
    await session.request({ method: 'eth_blockNumber' })
    expect(frame.opened).toBe(2)
  }, 15_000)
  expect(told('setPreferredAccount')).toEqual([])
})

it('a session that ended while there was no document to tell it is over for the page too', async () => {
  let isSignedIn = true
  const { context, frame, session } = make({
    setPreferredAccount({ type }) {
      if (!isSignedIn) throw new NotConnectedError()
      return { type, address: FRAME_ADDRESS }
    },
  })
  await session.getUser({})
  frame.server?.destroy()
  isSignedIn = false
  await vi.waitFor(async () => {
    await session.request({ method: 'eth_blockNumber' })
    expect(frame.opened).toBe(2)
  }, 15_000)
  const ends = context.events.filter(({ name }) => name === 'disconnect')
  expect(ends).toEqual([{ name: 'disconnect', payload: { code: SessionExpiredError.code } }])
})

it('R3-11 R3-46 a network has its own account and its own deployment, known before the switch is done', async () => {
  const [, plain] = user.accounts
  const { context, session, told } = make({
    getUser: ({ chainId }) =>
      chainId === 'eip155:8453' && plain
        ? { ...user, chainId, accounts: [plain], address: plain.address, preferredAccountType: 'eoa' }
        : user,
  })
  await session.getUser({})
  await session.switchNetwork('eip155:8453')
  expect(told('getUser').at(-1)).toEqual({ chainId: 'eip155:8453', preferredAccountType: 'smartAccount' })
  expect(context.events.at(-1)).toEqual({
    name: 'change',
    payload: {
      accounts: [plain],
      caipNetworkId: 'eip155:8453',
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: false,
    },
  })
})

it('a switch without an account asks for none, and one whose account is not told is a switch', async () => {
  let isOut = false
  const { deployed, session, told } = make({
    getUser: () => {
      if (isOut) throw new BaseError(2003, 'Nobody is signed in.')
      return user
    },
  })
  await session.switchNetwork('eip155:8453')
  expect(told('getUser')).toEqual([])
  await session.getUser({})
  isOut = true
  await session.switchNetwork('eip155:8453')
  expect(deployed()).toEqual([])
})

it('R3-11 R7-71 reads anew whether it is deployed when the kind is another', async () => {
  const { deployed, session } = make({ initSmartAccount: () => ({ address: SMART, isDeployed: true }) })
  await session.getUser({})
  await session.setPreferredAccount('smartAccount')
  await vi.waitFor(() => expect(deployed()).toEqual([true]), 15_000)
})

it('R3-11 and it is not on a network that has no smart accounts', async () => {
  const { deployed, session } = make({
    initSmartAccount: () => {
      throw new BaseError(2001, 'This wallet does not offer that yet.')
    },
  })
  await session.setPreferredAccount('eoa')
  await vi.waitFor(() => expect(deployed()).toEqual([false]), 15_000)
})

it('R3-11 the first operation that is through puts it there, and it is asked for no more', async () => {
  let isDeployed = false
  const { deployed, session, told } = make({
    initSmartAccount: () => ({ address: SMART, isDeployed }),
    rpcRequest: ({ method }) =>
      method === 'wallet_getCallsStatus' ? { status: isDeployed ? 200 : 100 } : '0x1',
  })
  await session.getUser({})
  await session.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })
  expect(told('initSmartAccount')).toEqual([])
  isDeployed = true
  await session.request({ method: 'wallet_getCallsStatus', params: ['0x1'] })
  await vi.waitFor(() => expect(deployed()).toEqual([true]), 15_000)
  await session.request({ method: 'eth_sendTransaction', params: [{}] })
  expect(told('initSmartAccount')).toHaveLength(1)
})

it.each(['wallet_requestExecutionPermissions', 'wallet_grantPermissions'])(
  'a permission that was given by %s has put it there',
  async (method) => {
    const { deployed, session } = make({
      initSmartAccount: () => ({ address: SMART, isDeployed: true }),
      rpcRequest: () => [{}],
    })
    await session.getUser({})
    await session.request({ method, params: [{}] })
    await vi.waitFor(() => expect(deployed()).toEqual([true]), 15_000)
  },
)

it('a frame that does not answer says nothing of it', async () => {
  const { deployed, session, told } = make({
    initSmartAccount: () => {
      throw new BaseError(4000, 'We cannot reach the wallet service.')
    },
  })
  await session.setPreferredAccount('eoa')
  await vi.waitFor(() => expect(told('initSmartAccount')).toHaveLength(1), 15_000)
  await session.request({ method: 'eth_blockNumber' })
  expect(deployed()).toEqual([])
})

it('of two switches in a row the page and the wallet end on the later network, however late the first one answers', async () => {
  const slow: (() => void)[] = []
  const { context, session, told } = make({
    getUser: ({ chainId }) =>
      chainId === 'eip155:8453'
        ? new Promise<UserSession>((resolve) => slow.push(() => resolve({ ...user, chainId: 8453 })))
        : { ...user, chainId: 1 },
  })
  await session.getUser({})
  const ends: string[] = []
  const first = session.switchNetwork('eip155:8453').then(() => ends.push('first'))
  const second = session.switchNetwork('eip155:1').then(() => ends.push('second'))
  await vi.waitFor(() => expect(slow).toHaveLength(1), 15_000)
  slow[0]?.()
  await Promise.all([first, second])
  expect(ends).toEqual(['first', 'second'])
  expect(told('switchNetwork').at(-1)).toEqual({ chainId: 'eip155:1' })
  const networks = context.events.flatMap(({ name, payload }) =>
    name === 'change' ? ((payload as { caipNetworkId?: string }).caipNetworkId ?? []) : [],
  )
  expect(networks).toEqual(['eip155:8453', 'eip155:1'])
})
