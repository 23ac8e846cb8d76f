import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletWays } from '../interfaces/Connector.ts'
import { goBack, push } from '../modal/navigate.ts'
import { close, currentView, open } from '../modal/open.ts'
import { testConfig } from '../testing/testConfig.ts'
import { showRequestInWallet } from './showRequestInWallet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page on a phone, or on a computer. */
function make(isPhone = true, ways: WalletWays | undefined = { native: 'rain://' }) {
  const page = {
    navigator: { userAgent: 'Mozilla/5.0 (Linux; Android 15)', maxTouchPoints: 5 },
    matchMedia: () => ({ matches: isPhone }),
  }
  vi.stubGlobal('window', Object.assign(page, { self: page, top: page }))
  vi.stubGlobal('navigator', { userAgent: isPhone ? page.navigator.userAgent : 'Mozilla/5.0 (X11; Linux)' })
  const { config, wallet } = testConfig()
  const connector = { ...wallet.connector, peerRedirect: () => ways }
  const ask = (method = 'personal_sign') => {
    const answers = { resolve: (_: unknown): void => undefined, reject: (_: Error): void => undefined }
    const answer = new Promise<unknown>((resolve, reject) => Object.assign(answers, { resolve, reject }))
    showRequestInWallet(config, connector, method, answer)
    return answers
  }
  const shown = () => (config.modal.getState().open ? currentView(config.router.getState()).name : undefined)
  return { config, ask, shown }
}
const wait = (ms = 300) => vi.advanceTimersByTimeAsync(ms)

describe('a request that waits in an app of this phone', () => {
  it.each([
    'personal_sign',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'eth_sign',
    'solana_signMessage',
  ])('R4-13 R4-14 %s shows the way there until it is answered', async (method) => {
    const { config, ask, shown } = make()
    const request = ask(method)
    await wait(299)
    expect(shown()).toBeUndefined()
    await wait(1)
    expect(shown()).toBe('RequestInWallet')
    expect(currentView(config.router.getState()).params).toEqual({ connectorId: 'fake' })
    request.resolve('0x1')
    await wait(0)
    expect(shown()).toBeUndefined()
  })
  it('goes back to where the request found the modal, also when it is refused', async () => {
    const { config, ask, shown } = make()
    open(config, { view: { name: 'Networks' } })
    const request = ask()
    await wait()
    expect(shown()).toBe('RequestInWallet')
    request.reject(new Error('declined'))
    await wait(0)
    expect(shown()).toBe('Networks')
  })
  it('is no view to go back to once it is answered under another view', async () => {
    const { config, ask, shown } = make()
    open(config, { view: { name: 'Account' } })
    const request = ask()
    await wait()
    push(config, { name: 'Networks' })
    request.resolve('0x1')
    await wait(0)
    expect(shown()).toBe('Networks')
    goBack(config)
    expect(shown()).toBe('Account')
  })
  it('two at once share the screen', async () => {
    const { config, ask, shown } = make()
    const [first, second] = [ask(), ask()]
    await wait()
    expect(config.router.getState().stack).toHaveLength(1)
    first?.resolve('0x1')
    await wait(0)
    expect(shown()).toBe('RequestInWallet')
    second?.resolve('0x2')
    await wait(0)
    expect(shown()).toBeUndefined()
  })
  it('whoever closes the modal is left alone, and the request goes on', async () => {
    const { config, ask, shown } = make()
    const request = ask()
    await wait()
    close(config)
    open(config, { view: { name: 'Account' } })
    request.resolve('0x1')
    await wait(0)
    expect(shown()).toBe('Account')
  })
  it('an answer that comes at once shows nothing', async () => {
    const { ask, shown } = make()
    ask().resolve('0x1')
    await wait()
    expect(shown()).toBeUndefined()
  })
})

it.each<[string, Parameters<typeof make>, string?]>([
  ['on a computer', [false]],
  ['for a wallet that says no way to itself', [true, {}]],
  ['for a way that must not be opened', [true, { native: 'javascript:alert(1)' }]],
  ['for what a node answers', [true], 'eth_getProof'],
  ['for what nobody has to approve', [true], 'eth_blockNumber'],
])('shows nothing %s', async (_, parameters, method) => {
  const { ask, shown } = make(...parameters)
  ask(method)
  await wait(5_000)
  expect(shown()).toBeUndefined()
})
