import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connector } from '../interfaces/Connector.ts'
import { ADDRESS, connected, type FakeConnector, fakeConnector } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { type ConnectFlow, createConnectFlow } from './connectFlow.ts'

const listings = ['Rain', 'Aurora'].map((name, at) => ({
  id: name.toLowerCase(),
  name,
  image_id: 'a1',
  chains: ['eip155:1'],
  order: at + 1,
}))
const answer = { body: { data: listings, count: 2 } }

let service: FakeService
beforeAll(async () => {
  service = await fakeService()
  service.answer('GET /getWallets', answer)
})
afterAll(() => service.stop())

const WAYS: Partial<Connector>[] = [
  { id: 'ext', name: 'Extension', type: 'ANNOUNCED', rdns: 'org.example.ext' },
  { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT' },
]

/** A page with an extension, WalletConnect and the embedded wallet, each of which answers as the test says. */
function prepare(apiOrigin = service.origin) {
  const { config, wallet: embedded } = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin },
    features: { socials: ['google', 'farcaster'] },
  })
  const [extension, relay] = WAYS.map((way) => {
    let made: FakeConnector | undefined
    config.addConnector((context) => {
      made = fakeConnector(context)
      const { email: _, identity: __, ...plain } = made.connector
      return { ...plain, ...way }
    })
    return made as FakeConnector
  }) as [FakeConnector, FakeConnector]
  return { config, flow: createConnectFlow(config), embedded, extension, relay }
}

async function make() {
  const made = prepare()
  await made.flow.start()
  await expect.poll(() => made.flow.getState().directory.wallets.length).toBe(2)
  return made
}
const stepOf = (flow: ConnectFlow) => flow.getState().step
const optionOf = (flow: ConnectFlow, name: string) => {
  const found = flow.getState().wallets.find((wallet) => wallet.name === name)
  if (!found) throw new Error(`No wallet is named ${name}`)
  return found
}

it('tells the ways to connect, as the modal lists them', async () => {
  const { config, flow } = await make()
  const { wallets, email, socials, passkeys, step } = flow.getState()
  expect(wallets.map(({ name }) => name)).toEqual(['Extension', 'WalletConnect', 'Rain', 'Aurora'])
  expect([email, socials, passkeys]).toEqual([true, ['google', 'farcaster'], true])
  expect(step).toEqual({ name: 'choose' })
  expect(config.modal.getState().open).toBe(false)
  flow.search('rai')
  await expect.poll(() => service.requests.at(-1)?.query.get('search')).toBe('rai')
  flow.stop()
})

it('a page of the directory that did not come is asked for again by a retry alone', async () => {
  const failing = await fakeService()
  failing.answer('GET /getWallets', { status: 503, body: { code: 4000, message: 'Away' } })
  const { flow } = prepare(failing.origin)
  await flow.start()
  await expect.poll(() => flow.getState().directory.error).toBeDefined()
  const asked = failing.requests.length
  flow.loadMore()
  expect([failing.requests.length, flow.getState().directory.isLoading]).toEqual([asked, false])
  failing.answer('GET /getWallets', answer)
  flow.retry()
  await expect.poll(() => flow.getState().directory.wallets.length).toBe(2)
  expect(flow.getState().directory.error).toBeUndefined()
  flow.stop()
  await failing.stop()
})

it('further pages of what a search has found are shown as they come', async () => {
  const many = Array.from({ length: 3 }, (_, at) => ({ ...listings[0], id: `r${at}`, name: `Rain ${at}` }))
  const searched = await fakeService()
  searched.answer('GET /getWallets', ({ query }) => {
    const page = Number(query.get('page'))
    return { body: query.has('search') ? { data: [many[page - 1]], count: 3 * 100 } : answer.body }
  })
  const { flow } = prepare(searched.origin)
  await flow.start()
  flow.search('rain')
  const shown = () => flow.getState().directory.wallets.map(({ name }) => name)
  await expect.poll(shown).toEqual(['Rain 0'])
  flow.loadMore()
  expect(flow.getState().directory.isLoading).toBe(true)
  await expect.poll(shown).toEqual(['Rain 0', 'Rain 1'])
  flow.stop()
  await searched.stop()
})

describe('what the page needs does not load', () => {
  /** The first load waits until the test lets it fail; the next ones succeed. */
  function makeBroken() {
    const made = prepare()
    const error = new Error('The chunk is gone.')
    let fail: (() => void) | undefined
    let loads = 0
    made.config.runtime.load = () => {
      loads += 1
      if (loads > 1) return Promise.resolve(undefined)
      return new Promise((_, reject) => {
        fail = () => reject(error)
      })
    }
    const started = made.flow.start()
    const failNow = async () => {
      await expect.poll(() => fail).toBeDefined()
      fail?.()
      await started
    }
    return { ...made, error, failNow }
  }

  it('is told, and a retry loads it anew', async () => {
    const { flow, error, failNow } = makeBroken()
    await failNow()
    expect(stepOf(flow)).toEqual({ name: 'ended', reason: 'failed', error })
    flow.retry()
    expect(stepOf(flow)).toEqual({ name: 'choose' })
    await expect.poll(() => flow.getState().directory.wallets.length).toBe(2)
    flow.stop()
  })

  it('leaves the attempt that is under way alone, and a retry does both', async () => {
    const { flow, relay, failNow } = makeBroken()
    void flow.pair()
    await expect.poll(() => relay.waiting.length).toBe(1)
    await failNow()
    expect(stepOf(flow).name).toBe('pairing')
    relay.take('connect').reject({ code: 4001 })
    await expect.poll(() => stepOf(flow).name).toBe('ended')
    flow.retry()
    expect(stepOf(flow).name).toBe('pairing')
    await expect.poll(() => relay.waiting.length).toBe(1)
    await expect.poll(() => flow.getState().directory.wallets.length).toBe(2)
    flow.stop()
  })

  it('says nothing to a page that shows the ways no more, and can be started again', async () => {
    const { flow, failNow } = makeBroken()
    flow.stop()
    await failNow()
    expect(stepOf(flow)).toEqual({ name: 'choose' })
    await flow.start()
    await expect.poll(() => flow.getState().directory.wallets.length).toBe(2)
    flow.stop()
  })
})

describe('a wallet of this browser', () => {
  it('is asked, connects, and is disconnected again', async () => {
    const { config, flow, extension } = await make()
    const wallet = optionOf(flow, 'Extension')
    const connecting = flow.connect(wallet)
    expect(stepOf(flow)).toEqual({ name: 'wallet', wallet })
    await expect.poll(() => extension.waiting.length).toBe(1)
    extension.take('connect').resolve(connected())
    await connecting
    expect(stepOf(flow)).toEqual({ name: 'connected', address: ADDRESS })
    config.accounts.setState({ byNamespace: {} })
    expect(stepOf(flow)).toEqual({ name: 'choose' })
  })

  it('declines, has another request open, or fails; then it may be asked again', async () => {
    const { flow, extension } = await make()
    const ended = async (error: unknown) => {
      await expect.poll(() => extension.waiting.length).toBe(1)
      extension.take('connect').reject(error)
      await expect.poll(() => stepOf(flow).name).toBe('ended')
      return stepOf(flow)
    }
    void flow.connect(optionOf(flow, 'Extension'))
    expect(await ended({ code: 4001 })).toMatchObject({ reason: 'declined' })
    flow.retry()
    expect(await ended({ code: -32002 })).toMatchObject({ reason: 'pending' })
    flow.retry()
    const error = new Error('Broken')
    expect(await ended(error)).toEqual({ name: 'ended', reason: 'failed', error })
    flow.back()
    expect(stepOf(flow)).toEqual({ name: 'choose' })
  })

  it('is given up when the page goes back, and what it answers later changes nothing', async () => {
    const { flow, extension } = await make()
    const connecting = flow.connect(optionOf(flow, 'Extension'))
    await expect.poll(() => extension.waiting.length).toBe(1)
    const asked = extension.take('connect')
    flow.back()
    await connecting
    expect([asked.signal?.aborted, stepOf(flow)]).toEqual([true, { name: 'choose' }])
  })
})

it('pairs by a link, which goes with the attempt', async () => {
  const { config, flow, relay } = await make()
  void flow.pair()
  expect(stepOf(flow)).toMatchObject({ name: 'pairing', uri: undefined })
  await expect.poll(() => relay.waiting.length).toBe(1)
  config.modal.setState({ pairingUri: 'wc:1', pairingExpiresAt: 1 })
  expect(stepOf(flow)).toMatchObject({ name: 'pairing', uri: 'wc:1' })
  flow.back()
  expect(config.modal.getState().pairingUri).toBeUndefined()
})

describe('e-mail', () => {
  it('sends a code, then the modal shows the wallet’s own screen alone', async () => {
    const { config, flow, embedded } = await make()
    void flow.signInWithEmail('mila@example.com')
    expect(stepOf(flow)).toEqual({ name: 'email', email: 'mila@example.com' })
    await expect.poll(() => embedded.waiting.length).toBe(1)
    embedded.take('email').resolve({ action: 'VERIFY_OTP', emailHint: 'm•••' })
    await expect.poll(() => stepOf(flow).name).toBe('walletScreen')
    expect(config.router.getState().stack).toEqual([{ name: 'EmailVerifyOtp' }])
    // Another address is wanted: the page draws the ways to connect, so the modal does not.
    config.router.setState({ stack: [{ name: 'Connect' }] })
    expect([config.modal.getState().open, stepOf(flow)]).toEqual([false, { name: 'choose' }])
  })

  it('a device that was refused from the mailbox ends the step, with its code', async () => {
    const { config, flow, embedded } = await make()
    void flow.signInWithEmail('mila@example.com')
    await expect.poll(() => embedded.waiting.length).toBe(1)
    embedded.take('email').resolve({ action: 'VERIFY_DEVICE', emailHint: 'm•••' })
    await expect.poll(() => stepOf(flow).name).toBe('walletScreen')
    // As the view of that screen does when the wallet says no.
    config.router.setState({ stack: [{ name: 'Connect', params: { error: 4131 } }] })
    expect(stepOf(flow)).toMatchObject({ name: 'ended', reason: 'failed', error: { code: 4131 } })
    expect(config.modal.getState().open).toBe(false)
  })

  it('refuses what is no address, with its code', async () => {
    const { flow } = await make()
    await flow.signInWithEmail('mila')
    expect(stepOf(flow)).toMatchObject({ name: 'ended', reason: 'failed', error: { code: 5013 } })
  })

  it('a service that does not answer ends the step', async () => {
    const { flow, embedded } = await make()
    void flow.signInWithEmail('mila@example.com')
    await expect.poll(() => embedded.waiting.length).toBe(1)
    embedded.take('email').reject({ code: 1010 })
    await expect.poll(() => stepOf(flow)).toMatchObject({ name: 'ended', reason: 'failed' })
  })
})

it('what waits when the page is left is given up, and it may be shown again', async () => {
  const { config, flow, extension } = await make()
  void flow.connect(optionOf(flow, 'Extension'))
  await expect.poll(() => extension.waiting.length).toBe(1)
  const { signal } = extension.take('connect')
  flow.stop()
  expect(signal?.aborted).toBe(true)
  config.features.setState({ email: false })
  expect(flow.getState().email).toBe(true)
  await flow.start()
  expect(flow.getState().email).toBe(false)
})
