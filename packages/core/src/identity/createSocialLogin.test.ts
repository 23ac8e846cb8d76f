import { BaseError } from '@latchkey/errors'
import { InvalidRequestError } from '@latchkey/protocol/http'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { readPendingSocial, SOCIAL_LIFE } from '../storage/pendingSocial.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { connected } from '../testing/fakeConnector.ts'
import { FLOW, fakeSocialPage, RESULT_URI, WALLET } from '../testing/fakeSocialPage.ts'
import { testConfig } from '../testing/testConfig.ts'
import { resumeSocialLogin } from './resumeSocialLogin.ts'
import { startSocialLogin } from './socialLogin.ts'

// Loaded with the first login of a page: a clock that stands still does not wait for a file.
beforeAll(() => import('./socialResult.ts'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const WAITING = `${WALLET}/social?provider=google`
const PROVIDER_URI = 'https://accounts.example/authorize?state=1'
const tick = () => vi.advanceTimersByTimeAsync(0)

function begin(page = fakeSocialPage()) {
  const made = testConfig()
  const login = startSocialLogin(made.config, 'google', page)
  return { ...made, login, page, state: () => login.state.getState() }
}
/** The provider's window stands open. */
async function waiting() {
  const all = begin()
  await tick()
  all.wallet.take('socialUri').resolve(PROVIDER_URI)
  await tick()
  return all
}
/** The page is about to be left for the provider. */
async function leaves() {
  const all = begin()
  all.login.continueInPage()
  await tick()
  // The first question is of the window that was given up.
  all.wallet.take('socialUri')
  all.wallet.take('socialUri').resolve(PROVIDER_URI)
  await tick()
  return all
}
/** The page was left for the provider, and is there again by the browser's own button. */
async function comesBack() {
  const all = await leaves()
  all.page.comeBack()
  await tick()
  return all
}
const pending = ({ config }: Pick<ReturnType<typeof begin>, 'config'>) => readPendingSocial(config.storage)

describe('a login in a window of its own', () => {
  it('R1-4 R9-16 opens the window in the click, and sends it to the provider when the wallet has said where', async () => {
    const all = begin()
    // Nothing was awaited yet: this is still the click.
    expect(all.page.windows.map(({ url }) => url)).toEqual([WAITING])
    expect(all.state().phase).toBe('opening')
    await tick()
    const call = all.wallet.take('socialUri')
    expect(call.params).toMatchObject({ provider: 'google', mode: 'popup' })
    call.resolve(PROVIDER_URI)
    await tick()
    expect(all.page.windows[0]?.url).toBe(PROVIDER_URI)
    expect(all.state().phase).toBe('waiting')
    expect(pending(all)).toMatchObject({ provider: 'google', mode: 'popup' })
  })

  it('keeps the result when the page goes away and takes the wallet with it, and not when the wallet refuses', async () => {
    const gone = new BaseError(1012, 'The connection to the other window was closed.')
    for (const [error, kept] of [
      [gone, 'finish'],
      [new BaseError(5000, 'It did not work.', { cause: gone }), 'finish'],
      [new BaseError(4123, 'This sign-in has expired.'), undefined],
    ] as const) {
      const all = await waiting()
      all.page.post({})
      await tick()
      all.wallet.take('connectSocial').reject(error)
      await tick()
      expect(all.state().phase).toBe('failed')
      expect(pending(all)?.mode).toBe(kept)
      expect(pending(all)?.uri).toBe(kept && RESULT_URI)
    }
  })

  it('R3-13 R3-77 R3-47 connects with what the window came back with, and remembers how', async () => {
    const all = await waiting()
    all.page.post({})
    await tick()
    expect(all.state().phase).toBe('finishing')
    expect(pending(all)?.mode).toBe('finish')
    const call = all.wallet.take('connectSocial')
    expect(call.params).toMatchObject({ uri: RESULT_URI })
    call.resolve({ ...connected(), user: { username: 'ada' } })
    await tick()
    expect(all.state()).toEqual({ phase: 'done', error: undefined })
    expect(accountOf(all.config.accounts, 'eip155')).toMatchObject({
      status: 'connected',
      socialProvider: 'google',
      user: { username: 'ada' },
    })
    const { storage } = all.config
    expect(storage.get(STORAGE_KEYS.socialUsername)).toBe('ada')
    expect(storage.get(STORAGE_KEYS.connectedSocial)).toBe('google')
    expect(storage.get(STORAGE_KEYS.emailLoginUsed)).toBe('true')
    expect(pending(all)).toBeUndefined()
    expect(all.page.windows[0]?.closed).toBe(true)
    expect(all.page.listening()).toBe(false)
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of the page itself', { origin: 'https://app.example' }],
    ['of another window', { source: {} }],
    ['without a type', { data: { resultUri: RESULT_URI } }],
    ['with more in it', { data: { type: 'latchkey.social', resultUri: RESULT_URI, extra: 1 } }],
    ['that is a text', { data: RESULT_URI }],
    ['of nothing', { data: null }],
  ])('ignores a message %s', async (_, message) => {
    const all = await waiting()
    all.page.post(message)
    await tick()
    expect(all.state().phase).toBe('waiting')
    expect(all.wallet.waiting).toEqual([])
    all.page.post({})
    await tick()
    expect(all.state().phase).toBe('finishing')
  })

  it.each([
    ['another origin', 'https://evil.example/social/done?flow=x&result=y', 5034],
    ['another path', `${WALLET}/social/other?flow=x&result=y`, 5034],
    ['no address', 'javascript:alert(1)', 5034],
    ['a refusal at the provider', `${WALLET}/social/done?flow=x&error=4121`, 4121],
    ['an error that is no code', `${WALLET}/social/done?flow=x&error=oops`, 5034],
    ['a code of somebody else', `${WALLET}/social/done?flow=x&error=2021`, 5034],
  ])('ends with an error for a result of %s, and asks the wallet nothing', async (_, resultUri, code) => {
    const all = await waiting()
    all.page.post({ data: { type: 'latchkey.social', resultUri } })
    await tick()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code } })
    expect(all.wallet.waiting).toEqual([])
    expect(pending(all)).toBeUndefined()
  })

  it('a blocked window is told at once, and the wallet is not asked', async () => {
    const page = fakeSocialPage()
    page.blocks = true
    const all = begin(page)
    await tick()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5030 } })
    expect(all.wallet.waiting).toEqual([])
  })

  it('a window that the person closes is told', async () => {
    const all = await waiting()
    await vi.advanceTimersByTimeAsync(5_000)
    const [popup] = all.page.windows
    if (popup) popup.closed = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5031 } })
    expect(all.page.listening()).toBe(false)
  })

  it('a window that is closed at once was cut off by its page (COOP)', async () => {
    const all = await waiting()
    const [popup] = all.page.windows
    if (popup) popup.closed = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5032 } })
  })

  it('a result that is seen a little after the closing counts', async () => {
    const all = await waiting()
    await vi.advanceTimersByTimeAsync(5_000)
    const [popup] = all.page.windows
    if (popup) popup.closed = true
    await vi.advanceTimersByTimeAsync(600)
    all.page.post({})
    await tick()
    expect(all.state().phase).toBe('finishing')
  })

  it('a window that is closed before the wallet knows where to send it was cut off by this page’s own policy (COOP)', async () => {
    const all = begin()
    await tick()
    all.page.windows[0]?.close()
    all.wallet.take('socialUri').resolve(PROVIDER_URI)
    await tick()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5032 } })
    expect(all.page.windows[0]?.url).toBe(WAITING)
  })

  it('ends after ten minutes', async () => {
    const all = await waiting()
    await vi.advanceTimersByTimeAsync(SOCIAL_LIFE)
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5033 } })
    expect(all.page.windows[0]?.closed).toBe(true)
  })

  it('sends the window nowhere but to a web page', async () => {
    const all = begin()
    await tick()
    all.wallet.take('socialUri').resolve('javascript:alert(1)')
    await tick()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5034 } })
    expect(all.page.windows[0]).toMatchObject({ closed: true, url: WAITING })
  })

  it.each(['socialUri', 'connectSocial'])('what the wallet rejects %s with is the error', async (name) => {
    const all = name === 'socialUri' ? begin() : await waiting()
    if (name === 'connectSocial') all.page.post({})
    await tick()
    all.wallet.take(name).reject(new BaseError(4120, 'No.'))
    await tick()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 4120 } })
    expect(accountOf(all.config.accounts, 'eip155').status).toBe('disconnected')
    expect(all.config.storage.get(STORAGE_KEYS.emailLoginUsed)).toBeUndefined()
  })

  it('giving up closes the window, forgets the login, and what comes later connects nobody', async () => {
    const all = await waiting()
    all.page.post({})
    await tick()
    const call = all.wallet.take('connectSocial')
    all.login.cancel()
    call.resolve(connected())
    await tick()
    expect(accountOf(all.config.accounts, 'eip155').status).toBe('disconnected')
    expect(all.page.windows[0]?.closed).toBe(true)
    expect(all.config.runtime.social).toBeUndefined()
    expect(pending(all)).toBeUndefined()
  })

  it('a new login ends the earlier one, and opening again begins anew', async () => {
    const all = await waiting()
    const other = startSocialLogin(all.config, 'x', all.page)
    await tick()
    expect(all.page.windows[0]?.closed).toBe(true)
    all.wallet.take('socialUri').reject(new BaseError(4000, 'Unreachable.'))
    await tick()
    other.open()
    expect(other.state.getState()).toEqual({ phase: 'opening', error: undefined })
    expect(all.page.windows).toHaveLength(3)
  })

  it('ends with the config', async () => {
    const all = await waiting()
    all.config.destroy()
    await tick()
    expect(all.page.windows[0]?.closed).toBe(true)
    expect(all.page.listening()).toBe(false)
  })
})

describe('a login in this page', () => {
  it('goes to the provider, with the page to come back to and without its fragment', async () => {
    const all = await waiting()
    all.login.continueInPage()
    await tick()
    const call = all.wallet.take('socialUri')
    expect(call.params).toMatchObject({
      provider: 'google',
      mode: 'redirect',
      returnUri: 'https://app.example/shop?item=1',
    })
    call.resolve(PROVIDER_URI)
    await tick()
    expect(all.page.left).toEqual([PROVIDER_URI])
    expect(all.state().phase).toBe('leaving')
    expect(pending(all)).toMatchObject({ mode: 'redirect', hash: '#top' })
  })

  it('comes back to the first page of the site where this one is not registered', async () => {
    const all = await waiting()
    all.login.continueInPage()
    await tick()
    all.wallet.take('socialUri').reject(new InvalidRequestError({ data: { field: 'returnUri' } }))
    await tick()
    const again = all.wallet.take('socialUri')
    expect(again.params).toMatchObject({ mode: 'redirect', returnUri: 'https://app.example/' })
    again.resolve(PROVIDER_URI)
    await tick()
    expect(all.page.left).toEqual([PROVIDER_URI])
    expect(pending(all)).toMatchObject({ page: 'https://app.example/shop?item=1', hash: '#top' })
  })

  it('is refused where the first page is not registered either', async () => {
    const all = await waiting()
    all.login.continueInPage()
    await tick()
    const refusal = () => new InvalidRequestError({ data: { field: 'returnUri' } })
    all.wallet.take('socialUri').reject(refusal())
    await tick()
    all.wallet.take('socialUri').reject(refusal())
    await tick()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: InvalidRequestError.code } })
    expect(all.page.left).toEqual([])
  })

  it('who comes back by the browser’s own button finds a way on', async () => {
    const all = await comesBack()
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5031 } })
  })

  it('who goes back and then forward again, or waits long for the provider, is signed in all the same', async () => {
    const all = await comesBack()
    const shown: string[] = []
    const show = (provider: string) => void shown.push(provider)
    resumeSocialLogin(all.config, `#latchkey_social=${FLOW}`, show, fakeSocialPage())
    expect(shown).toEqual(['google'])
    await tick()
    expect(all.wallet.take('connectSocial').params).toMatchObject({ uri: RESULT_URI })
  })

  it('giving up before the page is left forgets the login', async () => {
    const all = await leaves()
    all.login.cancel()
    all.page.comeBack()
    await tick()
    expect(pending(all)).toBeUndefined()
  })

  it('comes back to a page whose fragment is too long to be kept, without it', async () => {
    const all = begin(fakeSocialPage(`https://app.example/#${'a'.repeat(3_000)}`))
    all.login.continueInPage()
    await tick()
    all.wallet.take('socialUri')
    all.wallet.take('socialUri').resolve(PROVIDER_URI)
    await tick()
    expect(pending(all)).toMatchObject({ mode: 'redirect', hash: '' })
  })

  it('leaves for no address but a web page', async () => {
    const all = begin()
    all.login.continueInPage()
    await tick()
    all.wallet.take('socialUri')
    all.wallet.take('socialUri').resolve('data:text/html,x')
    await tick()
    expect(all.page.left).toEqual([])
    expect(all.state()).toMatchObject({ phase: 'failed', error: { code: 5034 } })
  })
})
