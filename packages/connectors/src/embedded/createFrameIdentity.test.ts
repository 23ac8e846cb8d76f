import type { Handlers } from '@latchkey/bridge'
import { type IdentityAbility, STORAGE_KEYS } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import type { FrameContract } from '@latchkey/protocol/frame'
import { lazy } from '@latchkey/std/lazy'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildEmbedded } from '../embedded.ts'
import { connectorContext } from '../testing/connectorContext.ts'
import { createFrameSession } from './FrameSession.ts'
import { createFakeFrame, FRAME_ADDRESS, frameUser } from './testing/fakeFrame.ts'

const ends: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
})

async function make(overrides: Partial<Handlers<FrameContract>> = {}) {
  const context = connectorContext()
  const frame = createFakeFrame(overrides)
  const connector = buildEmbedded(
    context,
    {},
    lazy(async () => createFrameSession(context, frame.open)),
  )
  ends.push(() => {
    connector.destroy?.()
    frame.destroy()
  })
  const identity = (await connector.identity?.()) as IdentityAbility
  const asked = () => frame.calls.filter(({ name }) => name !== 'syncTheme' && name !== 'syncDappData').at(-1)
  return { context, frame, identity, asked }
}
const hang = () => new Promise<never>(() => undefined)

describe('social login', () => {
  it('R1-4 asks where the window goes', async () => {
    const { identity, asked } = await make({
      getSocialRedirectUri: ({ provider }) => ({ uri: `https://${provider}.example/` }),
    })
    expect(await identity.socialUri({ provider: 'github', mode: 'popup' })).toBe('https://github.example/')
    expect(asked()?.params).toEqual({ provider: 'github', mode: 'popup' })
    const returnUri = 'https://app.example/shop'
    await identity.socialUri({ provider: 'x', mode: 'redirect', returnUri })
    expect(asked()?.params).toEqual({ provider: 'x', mode: 'redirect', returnUri })
  })
  it.each(['farcaster', 'myspace', '', 'Google', 'x'.repeat(500)])(
    'R5-27 asks nothing for the provider %j',
    async (provider) => {
      const { identity, frame } = await make()
      await expect(identity.socialUri({ provider, mode: 'popup' })).rejects.toMatchObject({ code: 6007 })
      expect(frame.opened).toBe(0)
    },
  )
  it('R3-47 carries uri, preferred account type and chain, and answers as any connection does', async () => {
    const user = { ...frameUser, userName: 'ada', emailHint: null }
    const { identity, asked } = await make({ connectSocial: () => user })
    const uri = 'https://wallet.example/social/done?flow=f&result=r'
    const result = await identity.connectSocial({ uri, preferredAccountType: 'smartAccount' })
    expect(asked()?.params).toEqual({ uri, preferredAccountType: 'smartAccount', chainId: 'eip155:1' })
    expect(result).toMatchObject({ caipNetworkId: 'eip155:1', user: { username: 'ada' } })
    expect(result.accounts[0]?.address).toBe(FRAME_ADDRESS)
  })
  it.each([2021, 2023, 4121, 4124])('passes on the error %i', async (code) => {
    const { identity, context } = await make({
      connectSocial: () => {
        throw new BaseError(code, 'No.')
      },
    })
    await expect(identity.connectSocial({ uri: 'https://wallet.example/' })).rejects.toMatchObject({ code })
    expect(context.storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
    expect(context.events.some(({ name }) => name === 'alert')).toBe(false)
  })
})

describe('the other ways', () => {
  it('Farcaster: a url that names the sign-in, then the frame’s own screen', async () => {
    const url = 'https://wallet.example/farcaster#f'
    const { identity, asked } = await make({
      getFarcasterUri: () => ({ url }),
      connectFarcaster: () => ({ userName: 'ada' }),
    })
    expect(await identity.farcasterUrl({})).toBe(url)
    expect(await identity.promptFarcaster({})).toBeUndefined()
    expect(asked()?.name).toBe('connectFarcaster')
  })
  it('a passkey connects', async () => {
    const { identity, asked } = await make({ connectPasskey: () => frameUser })
    expect((await identity.connectPasskey({})).accounts[0]?.address).toBe(FRAME_ADDRESS)
    expect(asked()?.params).toEqual({ chainId: 'eip155:1', preferredAccountType: 'smartAccount' })
  })
  it('R4-26 R4-29 the device step says whether the mailbox has answered', async () => {
    const { identity } = await make({ connectDevice: () => ({ isVerified: false }) })
    expect(await identity.checkDevice({})).toBe(false)
  })
  it('R4-32 R4-33 R4-34 the e-mail changes by two codes', async () => {
    const { identity } = await make({
      updateEmail: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
      promptUpdateEmail: () => ({ next: 'DONE', newEmail: 'ada@example.org' }),
    })
    expect(await identity.updateEmail({ email: 'ada@example.org' })).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    expect(await identity.promptUpdateEmail({})).toEqual({ next: 'DONE', newEmail: 'ada@example.org' })
  })
  it('recovery and reload are asked of the frame', async () => {
    const { identity, frame } = await make({ promptRecovery: () => ({}), reload: () => ({}) })
    await identity.promptRecovery({})
    await identity.reload()
    expect(frame.calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['promptRecovery', 'reload']))
  })
  it('an abort reaches the frame', async () => {
    const aborted = vi.fn()
    const { identity, asked } = await make({
      connectFarcaster: (_params, { signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            aborted()
            reject(new Error('aborted'))
          }),
        ),
    })
    const controller = new AbortController()
    const work = expect(identity.promptFarcaster({ signal: controller.signal })).rejects.toMatchObject({
      code: 6006,
    })
    await vi.waitFor(() => expect(asked()?.name).toBe('connectFarcaster'), 15_000)
    controller.abort()
    await work
    await vi.waitFor(() => expect(aborted).toHaveBeenCalled(), 15_000)
  })
})

describe('what is not answered', () => {
  it.each<[string, keyof Handlers<FrameContract>, (identity: IdentityAbility) => Promise<unknown>]>([
    ['R9-13', 'connectDevice', (identity) => identity.checkDevice({})],
    ['R9-15', 'connectSocial', (identity) => identity.connectSocial({ uri: 'https://wallet.example/' })],
    [
      'R9-16',
      'getSocialRedirectUri',
      (identity) => identity.socialUri({ provider: 'google', mode: 'popup' }),
    ],
  ])('%s %s settles after 30 s with its alert', async (_, method, call) => {
    const { identity, context, frame } = await make({ [method]: hang })
    await vi.waitFor(() => expect(identity).toBeDefined(), 15_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const outcome = expect(call(identity)).rejects.toMatchObject({ code: 6005 })
    // The call goes through a real channel; the clock stands until it is there.
    await expect.poll(() => frame.calls.some(({ name }) => name === method)).toBe(true)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(context.events.some(({ name }) => name === 'alert')).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    await outcome
    expect(context.events.filter(({ name }) => name === 'alert').map(({ payload }) => payload)).toEqual([
      { kind: 'frameRequestTimeout', code: 6005 },
    ])
  })
})
