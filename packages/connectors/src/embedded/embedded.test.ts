import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Handlers } from '@latchkey/bridge'
import { type Connector, type Network, STORAGE_KEYS } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import type { FrameContract } from '@latchkey/protocol/frame'
import { lazy } from '@latchkey/std/lazy'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildEmbedded } from '../embedded.ts'
import { connectorContext, mainnet, type TestContext } from '../testing/connectorContext.ts'
import { runConnectorContract } from '../testing/connectorContract.ts'
import { createFrameSession } from './FrameSession.ts'
import { createFakeFrame, type FakeFrame, FRAME_ADDRESS, frameUser } from './testing/fakeFrame.ts'

const made: { connector: Connector; frame: FakeFrame }[] = []
afterEach(() => {
  for (const { connector, frame } of made.splice(0)) {
    connector.destroy?.()
    frame.destroy()
  }
})

type Made = { connector: Connector; frame: FakeFrame; context: TestContext }
function make(
  overrides: Partial<Handlers<FrameContract>> = {},
  options: { signedIn?: boolean; open?: FakeFrame['open'] } = {},
): Made {
  const context = connectorContext({
    metadata: { name: 'x'.repeat(500), description: 'd', url: 'https://app.example', icons: [] },
  })
  if (options.signedIn) context.storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  const frame = createFakeFrame(overrides)
  const source = lazy(async () => createFrameSession(context, options.open ?? frame.open))
  const connector = buildEmbedded(context, {}, source)
  made.push({ connector, frame })
  return { connector, frame, context }
}
const names = ({ frame }: Made) => frame.calls.map(({ name }) => name)
const eventsOf = ({ context }: Made, name: string) =>
  context.events.filter((event) => event.name === name).map(({ payload }) => payload)
const refuse = () => {
  throw new BaseError(2004, 'You declined the request.')
}
const hang = () => new Promise<never>(() => undefined)

runConnectorContract('embedded', {
  make: (state) => make({}, { signedIn: state === 'signedIn' }).connector,
  makeRefusing: () =>
    make({ getUser: refuse, rpcRequest: refuse, connectEmail: refuse, promptOtp: refuse }).connector,
  makeHanging: () => {
    const untilAborted = (_params: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    return make({ getUser: hang, rpcRequest: untilAborted, promptOtp: hang }).connector
  },
  safeRequest: { method: 'eth_blockNumber', result: '0x10' },
})

it('serves what the page lists, later too, and goes on with what it takes off', () => {
  const { connector, context } = make()
  expect(connector.namespaces).toEqual(['eip155'])
  const solana: Network = { ...mainnet, caipNetworkId: 'solana:mainnet', chainNamespace: 'solana' }
  for (const networks of [[mainnet, solana], [mainnet]]) {
    Object.assign(context, { networks })
    expect(connector.namespaces).toEqual(['eip155', 'solana'])
  }
})

describe('when the frame is made', () => {
  it('R4-23 R4-36 not at start while nobody signed in here', async () => {
    const all = make()
    expect(await all.connector.reconnect({})).toBeUndefined()
    await all.connector.disconnect()
    expect(all.frame.opened).toBe(0)
  })
  it('not any more for a page that is done with it', async () => {
    const all = make({}, { signedIn: true })
    all.connector.destroy?.()
    await expect(all.connector.reconnect({})).rejects.toThrow()
    expect(all.frame.opened).toBe(0)
  })
  it('R4-23 at start when somebody did', async () => {
    const all = make({}, { signedIn: true })
    expect((await all.connector.reconnect({}))?.accounts[0]?.address).toBe(FRAME_ADDRESS)
    expect(all.frame.opened).toBe(1)
  })
  it('R9-17 R4-24 R4-20 R4-21 R4-22 else on first need, once, and ready as soon as the handshake is done', async () => {
    const all = make()
    await Promise.all([
      all.connector.email?.start({ email: 'me@example.com' }),
      all.connector.request({ method: 'eth_blockNumber' }),
    ])
    expect(all.frame.opened).toBe(1)
    expect(eventsOf(all, 'frame').slice(0, 2)).toEqual([{ status: 'created' }, { status: 'ready' }])
  })
})

describe('connected check', () => {
  it('R4-37 a frame that says no clears the login cache', async () => {
    const all = make({ isConnected: () => ({ isConnected: false }) }, { signedIn: true })
    expect(await all.connector.reconnect({})).toBeUndefined()
    expect(all.context.storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
  })
  it.each(['isConnected', 'getUser'])(
    'R4-38 an error that the frame answers %s with clears it too',
    async (method) => {
      const all = make(
        {
          [method]: () => {
            throw new BaseError(2016, 'Session expired.')
          },
        },
        { signedIn: true },
      )
      expect(await all.connector.reconnect({})).toBeUndefined()
      expect(all.context.storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
    },
  )
  it('a frame or service that is out of reach clears nothing', async () => {
    const open = () => Promise.reject(new BaseError(1001, 'The other window did not answer in time.'))
    const offline = make({}, { signedIn: true, open })
    await expect(offline.connector.reconnect({})).rejects.toMatchObject({ code: 6002 })
    expect(offline.context.storage.get(STORAGE_KEYS.emailLoginUsed)).toBe('true')
    const unreachable = make(
      {
        getUser: () => {
          throw new BaseError(4000, 'We cannot reach the wallet service.')
        },
      },
      { signedIn: true },
    )
    await expect(unreachable.connector.reconnect({})).rejects.toMatchObject({ code: 4000 })
    expect(unreachable.context.storage.get(STORAGE_KEYS.emailLoginUsed)).toBe('true')
  })
})

describe('what the frame is told', () => {
  it('R3-48 R3-50 R3-51 theme and page come first, cut to what the contract takes', async () => {
    const all = make()
    await all.connector.connect({})
    expect(names(all).slice(0, 2)).toEqual(['syncTheme', 'syncDappData'])
    expect(all.frame.calls[1]?.params).toMatchObject({
      projectId: 'test',
      sdkType: 'latchkey',
      sdkVersion: expect.any(String),
      metadata: { name: 'x'.repeat(128), url: 'https://app.example' },
    })
  })
  it('a colour or language that the frame would refuse is left out', async () => {
    const all = make()
    Object.assign(all.context.theme, { accent: 'red;}*{display:none', locale: 'en_US' })
    await all.connector.connect({})
    expect(all.frame.calls[0]).toEqual({ name: 'syncTheme', params: { themeMode: 'dark' } })
  })
  it('R3-48 R3-49 a change of theme follows', async () => {
    const all = make()
    await all.connector.connect({})
    Object.assign(all.context.theme, { themeMode: 'light', accent: '#00f' })
    all.context.changeTheme()
    await vi.waitFor(
      () =>
        expect(all.frame.calls.at(-1)).toEqual({
          name: 'syncTheme',
          params: { themeMode: 'light', themeVariables: { accent: '#00f' } },
        }),
      15_000,
    )
  })
  it('of the variables of the page’s theme the accent alone is told', async () => {
    const all = make()
    Object.assign(all.context.theme, { themeVariables: { accent: '#0a7', background: '#fff', radius: 0 } })
    await all.connector.connect({})
    expect(all.frame.calls[0]?.params).toEqual({ themeMode: 'dark', themeVariables: { accent: '#0a7' } })
  })
  it('R3-23 no RPC URL of the page reaches the frame', async () => {
    const all = make()
    await all.connector.connect({})
    await all.connector.switchNetwork?.({
      ...all.context.getNetwork(),
      rpcUrls: { default: { http: ['https://evil.example'] } },
    })
    expect(JSON.stringify(all.frame.calls)).not.toContain('evil')
  })
})

describe('what the frame tells', () => {
  it('screens, keys, accounts, networks and the end of the session become events', async () => {
    const all = make()
    await all.connector.connect({})
    all.frame.server?.emit('screen', { screen: 'code', height: 320 })
    all.frame.server?.emit('receiptTold', {})
    all.frame.server?.emit('escape', {})
    all.frame.server?.emit('focusExit', { direction: 'backward' })
    all.frame.server?.emit('accountsChanged', { accounts: [] })
    all.frame.server?.emit('chainChanged', { chainId: 8453 })
    all.frame.server?.emit('sessionEnded', { code: 2016 })
    await vi.waitFor(() => expect(eventsOf(all, 'disconnect')).toEqual([{ code: 2016 }]), 15_000)
    expect(eventsOf(all, 'frame')).toContainEqual({ status: 'ready', screen: 'code', height: 320 })
    expect(eventsOf(all, 'receiptTold')).toEqual([{}])
    expect(eventsOf(all, 'frameKey')).toEqual([{ key: 'escape' }, { key: 'tabBackward' }])
    expect(eventsOf(all, 'change')).toEqual([
      { accounts: [], preferredAccountType: 'smartAccount' },
      { caipNetworkId: 'eip155:8453' },
    ])
  })
  it('R3-40 R3-41 R3-42 R3-43 R3-44 R3-45 the user becomes the connection', async () => {
    expect(await make().connector.connect({})).toEqual({
      accounts: [{ namespace: 'eip155', address: FRAME_ADDRESS, type: 'eoa' }],
      caipNetworkId: 'eip155:1',
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
      user: { emailHint: 'm•••@example.com' },
    })
  })
  it('R3-8 a user who has a name keeps it', async () => {
    const { user } = await make({ getUser: () => ({ ...frameUser, userName: 'ada' }) }).connector.connect({})
    expect(user).toEqual({ emailHint: 'm•••@example.com', username: 'ada' })
  })
  it('R8-28 an error of the frame keeps its sentence', () =>
    expect(make({ rpcRequest: refuse }).connector.request({ method: 'personal_sign' })).rejects.toMatchObject(
      {
        code: 2004,
        shortMessage: 'You declined the request.',
      },
    ))
  it('R8-28 a foreign error of the frame says An error occurred', () =>
    expect(
      make({
        rpcRequest: () => {
          throw new Error('a secret')
        },
      }).connector.request({ method: 'personal_sign' }),
    ).rejects.toMatchObject({ shortMessage: 'An error occurred' }))
})

describe('when it goes wrong', () => {
  it('R8-31 R8-35 a frame that cannot load says so, and the next need tries again', async () => {
    let attempts = 0
    const all = make()
    const open: FakeFrame['open'] = (context, parameters) => {
      attempts += 1
      return attempts === 1
        ? Promise.reject(new BaseError(1001, 'The other window did not answer in time.'))
        : all.frame.open(context, parameters)
    }
    const second = make({}, { open })
    await expect(second.connector.connect({})).rejects.toThrow('Unable to load email login dependency')
    expect(eventsOf(second, 'alert')).toEqual([{ kind: 'frameLoadFailed', code: 6002 }])
    expect(eventsOf(second, 'frame').at(-1)).toMatchObject({ status: 'failed' })
    await second.connector.connect({})
    expect(attempts).toBe(2)
  })
  it('R5-5 R8-45 a frame that refuses a site that is not on the list raises that alert', async () => {
    const server = createServer((_request, response) => {
      response.end(JSON.stringify({ allowedOrigins: ['https://other.example'] }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const open = () => Promise.reject(new BaseError(1002, 'The other window refused.'))
      const all = make({}, { open })
      all.context.services.apiOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      await expect(all.connector.connect({})).rejects.toMatchObject({ code: 6003 })
      expect(eventsOf(all, 'alert')).toEqual([{ kind: 'originNotAllowed', code: 6003 }])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
  it('R8-32 R8-36 R9-12 a request that is not answered in 30 s settles with its alert', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const all = make({ connectEmail: hang })
      await all.connector.prepare?.()
      const work = all.connector.email?.start({ email: 'me@example.com' })
      const outcome = expect(work).rejects.toMatchObject({ code: 6005 })
      // The call goes through a real channel; the clock stands until it is there.
      await expect.poll(() => names(all)).toContain('connectEmail')
      await vi.advanceTimersByTimeAsync(31_000)
      await outcome
      expect(eventsOf(all, 'alert')).toEqual([{ kind: 'frameRequestTimeout', code: 6005 }])
    } finally {
      vi.useRealTimers()
    }
  })
  it('R8-29 an aborted RPC call fails with Request was aborted', async () => {
    const untilAborted = (_params: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('x'))))
    const all = make({ rpcRequest: untilAborted })
    await all.connector.prepare?.()
    const controller = new AbortController()
    const work = all.connector.request({ method: 'personal_sign', signal: controller.signal })
    const outcome = expect(work).rejects.toMatchObject({ shortMessage: 'Request was aborted' })
    await vi.waitFor(() => expect(names(all)).toContain('rpcRequest'), 15_000)
    controller.abort()
    await outcome
  })
  it('R8-30 another abort fails with Something went wrong', async () => {
    const all = make({ promptOtp: hang })
    const controller = new AbortController()
    const work = all.connector.email?.promptCode({ signal: controller.signal })
    const outcome = expect(work).rejects.toMatchObject({ shortMessage: 'Something went wrong' })
    await vi.waitFor(() => expect(names(all)).toContain('promptOtp'), 15_000)
    controller.abort()
    await outcome
  })
  it('an answer that comes after the abort is not lost: the transaction may be on its way', async () => {
    let answer: (hash: string) => void = () => undefined
    const all = make({
      rpcRequest: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const controller = new AbortController()
    const work = all.connector.request({ method: 'eth_sendTransaction', signal: controller.signal })
    await vi.waitFor(() => expect(names(all)).toContain('rpcRequest'), 15_000)
    controller.abort()
    answer('0xhash')
    expect(await work).toBe('0xhash')
  })
  it('a frame that goes away rejects what waits, and the next need opens another', async () => {
    const all = make({ promptOtp: hang })
    const work = all.connector.email?.promptCode({})
    const outcome = expect(work).rejects.toMatchObject({ code: 1012 })
    await vi.waitFor(() => expect(names(all)).toContain('promptOtp'), 15_000)
    all.frame.server?.destroy()
    await outcome
    await vi.waitFor(
      () => expect(eventsOf(all, 'frame').at(-1)).toMatchObject({ status: 'created', screen: 'none' }),
      15_000,
    )
    await all.connector.connect({})
    expect(all.frame.opened).toBe(2)
  })
  it('R4-47 signs out in the frame when somebody signed in here, though the frame was not open', async () => {
    const all = make({}, { signedIn: true })
    await all.connector.disconnect()
    expect(names(all)).toContain('signOut')
  })
  it('destroy while it opens leaves nothing behind', async () => {
    const all = make()
    const work = all.connector.connect({})
    all.connector.destroy?.()
    await expect(work).rejects.toThrow()
    expect(eventsOf(all, 'alert')).toEqual([])
  })
})
