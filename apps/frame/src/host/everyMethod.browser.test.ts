import { createClient, createServer, InvalidParamsError, portMessenger } from '@latchkey/bridge'
import { type FrameContract, frameContract } from '@latchkey/protocol/frame'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Frame } from '../context/Frame.ts'
import { isGranted } from '../keys/session.ts'
import { type FakeFrameOptions, fakeFrame, signedIn, signedOut, testAddress } from '../testing/fakeFrame.ts'
import { recovering, waitingJoin } from '../testing/frameWithHandlers.ts'
import { smartConfig } from '../testing/worldFrame.ts'
import { createHandlers, guardAccess } from './createHandlers.ts'

type Name = keyof FrameContract['methods']
type Case = {
  /** Ids of the rows that the case proves. */
  rows: string
  params?: object
  frame?: Omit<FakeFrameOptions, 'keys'>
  /** What keys answers; each of these methods is asked once, in this order. */
  keys?: Record<string, (params: never) => unknown>
  asks?: readonly unknown[]
  /** What was done before the call. */
  given?: Partial<ReturnType<Frame['store']['getState']>>
  answer: unknown
  /** What the call has done. */
  done?: (frame: Frame) => void | Promise<void>
}

const challenge = { emailHint: 'm•••@example.com', codeLength: 8, expiresAt: 9e12, resendAt: 0 } as const
const device = { number: '47', emailHint: 'm•••@example.com', expiresAt: 9e12 }
const user = { address: testAddress, emailHint: 'm•••@example.com', email: null }
const named = signedIn.user && { ...signedIn.user, userName: 'ada.eth' }
const smartAddress = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)
const otp = 'ABCD1234'
const email = 'ada@new.example'
const flowId = 'F'.repeat(22)
const reload = vi.fn()

const cases: Record<Name, Case> = {
  shareEmail: {
    rows: 'e-mail for a site:',
    frame: { state: { ...signedIn, emailShared: true } },
    answer: { email: 'maria@example.com' },
  },
  switchNetwork: {
    rows: 'R7-58',
    params: { chainId: 'eip155:8453' },
    answer: { chainId: 8453 },
    done: ({ store }) => expect(store.getState().caip2).toBe('eip155:8453'),
  },
  connectEmail: {
    rows: 'R7-59',
    params: { email },
    frame: { state: signedOut },
    keys: { startEmail: () => ({ action: 'VERIFY_OTP', challenge }) },
    asks: [{ email, resend: false, locale: 'en' }],
    answer: { action: 'VERIFY_OTP', emailHint: 'm•••@example.com' },
  },
  connectDevice: {
    rows: 'R7-60',
    frame: { state: { ...signedOut, status: 'awaitingDevice', device } },
    keys: { checkDevice: () => ({ ...signedOut, status: 'awaitingCode', challenge }) },
    asks: [{}],
    answer: { isVerified: true },
    done: ({ store }) => expect(store.getState().screen.name).toBe('device'),
  },
  connectOtp: {
    rows: 'R7-61',
    params: { otp },
    frame: { state: signedOut, config: { headlessOtp: true } },
    keys: { submitCode: () => signedIn },
    asks: [{ code: otp }],
    answer: {},
  },
  promptOtp: { rows: 'the code screen:', answer: {} },
  connectSocial: {
    rows: 'R7-62',
    params: { uri: 'x', preferredAccountType: 'eoa', chainId: 8453 },
    frame: { config: smartConfig },
    keys: { finishSocial: () => signedIn },
    asks: [{ uri: 'x' }],
    answer: expect.objectContaining({ ...user, preferredAccountType: 'eoa', chainId: 8453 }),
  },
  getFarcasterUri: {
    rows: 'R7-63',
    frame: { state: signedOut },
    keys: { startFarcaster: () => ({ flowId, uri: 'https://farcaster.example/', expiresAt: 9e12 }) },
    asks: [{ purpose: 'login', locale: 'en' }],
    answer: { url: `http://wallet.localhost:8787/farcaster#${flowId}` },
  },
  connectFarcaster: {
    rows: 'R7-64',
    frame: { state: { ...signedIn, user: named } },
    keys: {
      startFarcaster: () => ({ flowId, uri: 'https://farcaster.example/', expiresAt: 9e12 }),
      checkFarcaster: () => ({ isDone: true, state: { ...signedIn, user: named } }),
    },
    asks: [{ purpose: 'login', locale: 'en' }, {}],
    answer: { userName: 'ada.eth' },
  },
  connectPasskey: {
    rows: 'passkeys:',
    keys: { signInWithPasskey: () => signedIn },
    asks: [{}],
    answer: expect.objectContaining(user),
  },
  promptRecovery: { rows: 'recovery:', answer: {} },
  getUser: {
    rows: 'R7-65',
    params: { chainId: 8453, preferredAccountType: 'eoa', socialUri: 'x' },
    frame: { config: smartConfig },
    answer: expect.objectContaining({ ...user, preferredAccountType: 'eoa', chainId: 8453 }),
  },
  getSocialRedirectUri: {
    rows: 'R7-66',
    params: { provider: 'google' },
    frame: { state: signedOut },
    keys: { startSocial: () => ({ flowId, uri: 'https://network.example/', expiresAt: 1 }) },
    asks: [{ provider: 'google', mode: 'popup', purpose: 'login', locale: 'en' }],
    answer: { uri: 'https://network.example/' },
  },
  signOut: { rows: 'R7-67', keys: { signOut: () => signedOut }, asks: [{}], answer: {} },
  isConnected: { rows: 'R7-68', params: { token: 'x' }, answer: { isConnected: true } },
  getChainId: { rows: 'R7-69', given: { caip2: 'eip155:8453' }, answer: { chainId: 8453 } },
  getSmartAccountEnabledNetworks: {
    rows: 'R7-70',
    frame: { config: smartConfig },
    answer: { smartAccountEnabledNetworks: [31337] },
  },
  initSmartAccount: {
    rows: 'R7-71',
    frame: { config: smartConfig },
    answer: { address: smartAddress, isDeployed: false },
  },
  setPreferredAccount: {
    rows: 'R7-72',
    params: { type: 'eoa' },
    frame: { config: smartConfig },
    answer: { type: 'eoa', address: testAddress },
    done: ({ store }) => expect(store.getState().preferredAccountType).toBe('eoa'),
  },
  rpcRequest: { rows: 'R7-73', params: { method: 'eth_chainId' }, answer: '0x7a69' },
  updateEmail: {
    rows: 'R7-74',
    params: { email },
    asks: [],
    answer: expect.objectContaining({ code: 4147 }),
  },
  updateEmailPrimaryOtp: { rows: 'R7-75', params: { otp }, answer: expect.objectContaining({ code: 4147 }) },
  updateEmailSecondaryOtp: {
    rows: 'R7-76',
    params: { otp },
    answer: expect.objectContaining({ code: 4147 }),
  },
  promptUpdateEmail: { rows: 'an e-mail change:', answer: expect.objectContaining({ code: 4147 }) },
  syncTheme: {
    rows: 'R7-77 R3-48 R3-49',
    params: { themeMode: 'light', locale: 'de', w3mThemeVariables: { '--w3m-accent': '#0b57d0' } },
    answer: {},
    done({ store }) {
      expect(document.documentElement.getAttribute('data-theme')).toBe('light')
      expect(document.documentElement.style.getPropertyValue('--lk-accent')).toBe('#0b57d0')
      expect(store.getState().locale.tag).toBe('de')
    },
  },
  syncDappData: {
    rows: 'R7-78',
    params: {
      projectId: 'demo',
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    },
    answer: {},
    done: ({ store }) => expect(store.getState().appName).toBe('Shop'),
  },
  reload: {
    rows: 'R7-79',
    keys: { cancelLogin: () => signedOut },
    asks: [{}],
    answer: {},
    done: () => vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), 15_000),
  },
}

/** The frame behind a real port, as the host calls it; keys answers from the table. */
function connect({ frame: options = {}, keys = {}, given = {} }: Partial<Case>) {
  const asked: unknown[] = []
  const answers = Object.entries(keys).map(([name, answer]) => [
    name,
    (params: never) => {
      asked.push([name, params])
      return answer(params)
    },
  ])
  const frame = { ...fakeFrame({ ...options, keys: Object.fromEntries(answers) }), reload }
  frame.store.setState(given)
  const { port1, port2 } = new MessageChannel()
  const handlers = guardAccess(frameContract, createHandlers(frame), () => isGranted(frame))
  createServer(frameContract, portMessenger(port1), handlers, { origin: frame.origin })
  const client = createClient(frameContract, portMessenger(port2))
  onTestFinished(() => {
    client.destroy()
    reload.mockClear()
    document.documentElement.removeAttribute('data-theme')
    document.documentElement.removeAttribute('style')
  })
  const call = (name: Name, params: object): Promise<unknown> => client.call[name](params as never)
  return { frame, call, asked }
}

const rows = (Object.keys(cases) as Name[]).map((name) => [cases[name].rows, name] as const)

describe.each(rows)('%s %s', (_, name) => {
  test('is answered over the port', async () => {
    const { params = {}, keys = {}, asks = [], answer, done } = cases[name]
    const { frame, call, asked } = connect(cases[name])
    expect(await call(name, params).catch((error: unknown) => error)).toEqual(answer)
    expect(asked).toEqual(Object.keys(keys).map((method, index) => [method, asks[index]]))
    await done?.(frame)
  })

  test('is refused with a parameter that the contract does not have', async () => {
    const { call, asked } = connect(cases[name])
    const refused = call(name, { ...cases[name].params, surprise: 1 })
    await expect(refused).rejects.toMatchObject({ code: InvalidParamsError.code })
    expect(asked).toEqual([])
  })
})

test.each([
  ['promptOtp', 'code', { frame: { state: { ...signedOut, status: 'awaitingCode', challenge } } }],
  ['promptRecovery', 'recovery', { frame: { state: recovering }, keys: waitingJoin }],
] as const)('%s shows the screen “%s” until a person answers', async (name, screen, given) => {
  const { frame, call } = connect(given as Partial<Case>)
  call(name, {}).catch(() => undefined)
  await vi.waitFor(() => expect(frame.store.getState().screen.name).toBe(screen), 15_000)
})
