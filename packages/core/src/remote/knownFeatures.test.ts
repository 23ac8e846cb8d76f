import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConfigParameters } from '../interfaces/Config.ts'
import { createStorage } from '../storage/createStorage.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { fetchProjectConfig } from './fetchProjectConfig.ts'
import { defaultFeatures, knownFeatures, withoutGone } from './knownFeatures.ts'
import { startRemote } from './startRemote.ts'

let service: FakeService
let storage: ReturnType<typeof createStorage>
beforeEach(async () => {
  service = await fakeService()
  storage = createStorage(() => undefined)
  service.answer('GET /projects/v1/origins', { body: { allowedOrigins: [] } })
})
afterEach(() => service.stop())

const CONFIG = 'GET /appkit/v1/config'
const offer = (...socials: string[]) =>
  service.answer(CONFIG, {
    body: { features: [{ id: 'social_login', isEnabled: true, config: ['email', ...socials] }] },
  })
const configOf = (parameters: Partial<ConfigParameters> = {}) =>
  testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    storage,
    ...parameters,
  }).config

describe('what is known before the service answers', () => {
  it('R6-7 is what the page and the defaults say on a first visit', () => {
    expect(knownFeatures(configOf())).toEqual(defaultFeatures)
    expect(knownFeatures(configOf({ features: { socials: ['google'] } })).socials).toEqual(['google'])
  })

  it('is what the service answered last', async () => {
    offer('github')
    const answer = await fetchProjectConfig(configOf())
    expect(knownFeatures(configOf())).toEqual(answer)
    expect(answer).toMatchObject({ email: true, socials: ['github'], swaps: false })
  })

  it('holds where the service does not answer now', async () => {
    offer('github')
    await fetchProjectConfig(configOf())
    service.answer(CONFIG, { status: 500 })
    expect((await fetchProjectConfig(configOf())).socials).toEqual(['github'])
  })

  it('is not that of another project, service or setting of the page', async () => {
    offer('github')
    await fetchProjectConfig(configOf())
    const others: Partial<ConfigParameters>[] = [
      { projectId: 'other' },
      { services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.other.example' } },
      { features: { swaps: false } },
    ]
    for (const other of others)
      expect(knownFeatures(configOf(other)).socials).toEqual(defaultFeatures.socials)
  })

  it('is nothing where the page shows WalletConnect alone', async () => {
    offer('github')
    await fetchProjectConfig(configOf())
    expect(knownFeatures(configOf({ basic: true }))).toMatchObject({ email: false, socials: false })
  })

  it('refuses whatever storage holds that was not written so', async () => {
    offer('github')
    await fetchProjectConfig(configOf())
    const good = JSON.parse(storage.get('features') ?? '')
    const wrong = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify([good])))
    const member = fc
      .constantFrom(...Object.keys(good.features))
      .chain((name) =>
        fc
          .oneof(
            fc.constant(null),
            fc.integer(),
            fc.constant({}),
            fc.constant(['<b>']),
            fc.constant(Array(99).fill('x')),
          )
          .map((value) => JSON.stringify({ ...good, features: { ...good.features, [name]: value } })),
      )
    fc.assert(
      fc.property(fc.oneof(wrong, member), (text) => {
        storage.set('features', text)
        expect(knownFeatures(configOf())).toEqual(defaultFeatures)
      }),
    )
  })
})

describe('an answer that comes while ways to connect are on the screen', () => {
  const answerLate = async (socials: string[], shown: Partial<ConfigParameters['features']> = {}) => {
    const config = configOf({ features: shown })
    config.features.setState(knownFeatures(config))
    config.modal.setState({ open: true })
    offer(...socials)
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const remote = startRemote(config)
    await service.seen(2)
    await vi.waitFor(() => expect(storage.get('features')).toBeDefined(), 15_000)
    warn.mockRestore()
    return { config, remote }
  }

  it('takes what must go', async () => {
    const { config } = await answerLate(['x', 'github'])
    expect(config.features.getState().socials).toEqual(['x', 'github'])
    expect(config.features.getState().swaps).toBe(false)
  })

  it('adds nothing before the modal has closed', async () => {
    const { config } = await answerLate(['google', 'github'], { socials: ['github'] })
    expect(config.features.getState().socials).toEqual(['github'])
    config.modal.setState({ open: false })
    expect(config.features.getState().socials).toEqual(['google', 'github'])
  })

  it('adds nothing once it was stopped', async () => {
    const { config, remote } = await answerLate(['google', 'github'], { socials: ['github'] })
    remote.stop()
    config.modal.setState({ open: false })
    expect(config.features.getState().socials).toEqual(['github'])
  })

  it('adds no list of activity to what is on the screen, and takes away what nobody tells any more', () => {
    const told = (historyNetworks?: readonly string[] | false) => ({ ...defaultFeatures, historyNetworks })
    const left = (shown: ReturnType<typeof told>, answer: ReturnType<typeof told>) =>
      withoutGone(shown, answer).historyNetworks
    expect(left(told(), told(['eip155:1']))).toBe(false)
    expect(left(told(['eip155:1']), told(['eip155:1', 'eip155:10']))).toEqual(['eip155:1'])
    expect(left(told(['eip155:1']), told(false))).toBe(false)
  })

  it('never shows more than either said', () => {
    const names = fc.oneof(fc.constant(false as const), fc.uniqueArray(fc.constantFrom('a', 'b', 'c')))
    const features = fc.record({
      email: fc.boolean(),
      passkeys: fc.boolean(),
      receive: fc.boolean(),
      send: fc.boolean(),
      activity: fc.boolean(),
      reownBranding: fc.boolean(),
      pay: fc.boolean(),
      socials: names,
      swaps: names,
      onramp: names,
    })
    fc.assert(
      fc.property(features, features, (shown, answer) => {
        const left = withoutGone(shown, answer)
        expect(left.email).toBe(shown.email && answer.email)
        const both = (shown.socials || []).filter((name) => (answer.socials || []).includes(name))
        expect(left.socials || []).toEqual(both)
      }),
    )
  })
})
