import { BaseError } from '@latchkey/errors'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { readPendingSocial, SOCIAL_LIFE, writePendingSocial } from '../storage/pendingSocial.ts'
import { connected } from '../testing/fakeConnector.ts'
import { FLOW, fakeSocialPage, RESULT_URI } from '../testing/fakeSocialPage.ts'
import { testConfig } from '../testing/testConfig.ts'
import { resumeSocialLogin } from './resumeSocialLogin.ts'

// Loaded with the first message of a wallet: a clock that stands still does not wait for a file.
beforeAll(() => import('./socialResult.ts'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tick = () => vi.advanceTimersByTimeAsync(0)
const BACK = `#latchkey_social=${FLOW}`

type Mode = 'popup' | 'redirect' | 'finish'
function load(mode: Mode | undefined, fragment = '') {
  const made = testConfig()
  const page = fakeSocialPage()
  const shown: string[] = []
  if (mode)
    writePendingSocial(made.config.storage, {
      provider: 'github',
      mode,
      at: Date.now(),
      hash: '#top',
      ...(mode === 'finish' ? { uri: RESULT_URI } : {}),
    })
  const stop = resumeSocialLogin(made.config, fragment, (provider) => void shown.push(provider), page)
  return { ...made, page, shown, stop }
}
/** The first page of a site, where a login comes back that another page has begun. */
function leftPage(left: string) {
  const { config } = testConfig()
  const page = fakeSocialPage('https://app.example/')
  const shown: string[] = []
  const begun = { provider: 'github', mode: 'redirect', at: Date.now(), hash: '#top', page: left } as const
  writePendingSocial(config.storage, begun)
  resumeSocialLogin(config, BACK, (provider) => void shown.push(provider), page)
  return { config, page, shown }
}
const status = ({ config }: ReturnType<typeof load>) => accountOf(config.accounts, 'eip155').status

describe('a page that the provider sends back', () => {
  it('finishes the login, and gives the address its fragment back', async () => {
    const all = load('redirect', BACK)
    expect(all.shown).toEqual(['github'])
    expect(all.page.restored).toEqual(['#top'])
    await tick()
    const call = all.wallet.take('connectSocial')
    expect(call.params).toMatchObject({ uri: RESULT_URI })
    call.resolve(connected())
    await tick()
    expect(accountOf(all.config.accounts, 'eip155')).toMatchObject({
      status: 'connected',
      socialProvider: 'github',
    })
  })

  it('leads to the page of the site that was left, which goes on with the result', async () => {
    const { config, page, shown } = leftPage('https://app.example/shop?item=1')
    await tick()
    expect(page.replaced).toEqual(['https://app.example/shop?item=1#top'])
    expect(shown).toEqual([])
    const there = fakeSocialPage('https://app.example/shop?item=1#top')
    resumeSocialLogin(config, '#top', (provider) => void shown.push(provider), there)
    expect(shown).toEqual(['github'])
    expect(there.replaced).toEqual([])
  })

  it.each([['https://evil.example/'], ['javascript:alert(1)'], ['//evil.example/'], ['']])(
    'leads to no page of another site: %s',
    async (left) => {
      const { page, shown } = leftPage(left)
      await tick()
      expect(page.replaced).toEqual([])
      expect(shown).toEqual(['github'])
    },
  )

  it('tells of a refusal at the provider', async () => {
    const all = load('redirect', `#latchkey_social=${FLOW}.error.4121`)
    await tick()
    expect(all.shown).toEqual(['github'])
    expect(all.config.runtime.social?.state.getState()).toMatchObject({
      phase: 'failed',
      error: { code: 4121 },
    })
  })

  it.each<[string, Mode | undefined, string]>([
    ['a result that nobody here asked for', undefined, BACK],
    ['a result while a window is open', 'popup', BACK],
    ['a fragment of another form', 'redirect', '#latchkey_social=1'],
    ['no fragment', 'redirect', ''],
  ])('%s is dropped without a word', async (_, mode, fragment) => {
    const all = load(mode, fragment)
    await tick()
    expect(all.shown).toEqual([])
    expect(all.wallet.waiting).toEqual([])
    expect(status(all)).toBe('disconnected')
  })

  it('a login that is too old is dropped', async () => {
    const made = testConfig()
    writePendingSocial(made.config.storage, {
      provider: 'x',
      mode: 'redirect',
      at: Date.now() - SOCIAL_LIFE,
      hash: '',
    })
    resumeSocialLogin(made.config, BACK, () => expect.unreachable(), fakeSocialPage())
    await tick()
    expect(made.wallet.waiting).toEqual([])
  })
})

describe('a page that was loaded anew', () => {
  it('goes on when the window that is still open answers', async () => {
    const all = load('popup')
    expect(all.shown).toEqual([])
    all.page.post({ origin: 'https://evil.example' })
    await tick()
    expect(all.shown).toEqual([])
    all.page.post({ source: {} })
    await tick()
    expect(all.shown).toEqual(['github'])
    all.wallet.take('connectSocial').resolve(connected())
    await tick()
    expect(status(all)).toBe('connected')
    expect(all.page.listening()).toBe(false)
  })

  it('listens no longer than the login lives', async () => {
    const all = load('popup')
    expect(all.page.listening()).toBe(true)
    await vi.advanceTimersByTimeAsync(SOCIAL_LIFE)
    expect(all.page.listening()).toBe(false)
  })

  it('stops when it is told, also while it reads a message', async () => {
    const all = load('popup')
    all.page.post({ source: {} })
    all.stop()
    await tick()
    expect(all.page.listening()).toBe(false)
    expect(all.shown).toEqual([])
  })

  it('while the account was fetched goes on with the same result', async () => {
    const all = load('finish')
    expect(all.shown).toEqual(['github'])
    await tick()
    const call = all.wallet.take('connectSocial')
    expect(call.params).toMatchObject({ uri: RESULT_URI })
    // Another reload in between would go on as well.
    expect(readPendingSocial(all.config.storage)).toMatchObject({ mode: 'finish', uri: RESULT_URI })
    call.resolve(connected())
    await tick()
    expect(readPendingSocial(all.config.storage)).toBeUndefined()
    expect(accountOf(all.config.accounts, 'eip155')).toMatchObject({
      status: 'connected',
      socialProvider: 'github',
    })
  })

  it('and tells when the wallet does not know that login', async () => {
    const all = load('finish')
    await tick()
    all.wallet.take('connectSocial').reject(new BaseError(4123, 'Gone.'))
    await tick()
    expect(status(all)).toBe('disconnected')
    expect(all.config.runtime.social?.state.getState()).toMatchObject({ phase: 'failed' })
  })
})
