import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConfigParameters } from '../interfaces/Config.ts'
import { type FakeAnswer, type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { alertOfOrigins, checkOrigin, fetchAllowedOrigins } from './checkOrigin.ts'
import { fetchProjectConfig } from './fetchProjectConfig.ts'
import { SDK_VERSION, serviceUrl } from './serviceUrl.ts'
import { startRemote } from './startRemote.ts'

let service: FakeService
let warnings: unknown[]
beforeEach(async () => {
  service = await fakeService()
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((text) => void warnings.push(text))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await service.stop()
})

const CONFIG = 'GET /appkit/v1/config'
const ORIGINS = 'GET /projects/v1/origins'
const refusal = (status: number, code: number): FakeAnswer => ({
  status,
  body: { error: { code, message: 'No.' } },
})
const configOf = (parameters: Partial<ConfigParameters> = {}) =>
  testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    sdk: { type: 'html', version: '0.1.0' },
    ...parameters,
  }).config

describe('fetchProjectConfig', () => {
  it('R6-6 the operator wins, and one warning names what is ignored', async () => {
    service.answer(CONFIG, {
      body: { features: [{ id: 'social_login', isEnabled: true, config: ['google'] }] },
    })
    const features = await fetchProjectConfig(configOf({ features: { email: true, swaps: false } }))
    expect(features).toMatchObject({ email: false, socials: ['google'], swaps: false, activity: false })
    expect(warnings).toEqual([expect.stringContaining('email, swaps')])
  })
  it('R7-28 each request has projectId, st and sv', async () => {
    service.answer(CONFIG, { body: { features: [] } })
    await fetchProjectConfig(configOf())
    expect(Object.fromEntries(service.requests[0]?.query ?? [])).toEqual({
      projectId: 'test',
      st: 'html',
      sv: 'html-0.1.0',
    })
    expect(serviceUrl(configOf({ sdk: { type: 'react', version: 'react-0.1.0' } }), '/x').search).toBe(
      '?projectId=test&st=react&sv=react-0.1.0',
    )
  })
  it('R7-28 says the version of this build, and that a page is made with React', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(SDK_VERSION).toBe(version)
    const { config } = testConfig()
    expect(serviceUrl(config, '/x').search).toBe(`?projectId=test&st=html&sv=html-${version}`)
    config.runtime.sdkType = 'react'
    expect(serviceUrl(config, '/x').search).toBe(`?projectId=test&st=react&sv=react-${version}`)
  })
  // Only what never answers is given little time, and that still lets the request arrive.
  const little = 2_000
  const ample = 60_000
  it.each<[string, FakeAnswer, number, number]>([
    ['R6-7 refused', refusal(403, 4011), 1, ample],
    ['R6-7 broken', { status: 500 }, 2, ample],
    ['R6-7 cut', 'cut', 2, ample],
    ['R6-7 hangs', 'hang', 2, little],
    ['R6-7 hangs half-way', 'half', 2, little],
    ['R6-7 not JSON', { text: '<html>' }, 2, ample],
    ['R6-7 of another form', { body: { features: 'all' } }, 2, ample],
  ])('%s: the page’s own settings and the defaults hold', async (_, answer, tries, timeout) => {
    service.answer(CONFIG, answer)
    const features = await fetchProjectConfig(configOf({ features: { email: false } }), { timeout })
    expect(features).toMatchObject({ email: false, activity: true })
    expect(service.requests).toHaveLength(tries)
    expect(warnings).toEqual([])
  })
  it('tries once more', async () => {
    service.answer(CONFIG, 'cut', { body: { features: [] } })
    expect((await fetchProjectConfig(configOf())).email).toBe(false)
  })
  it('R6-8 no cloud at all: local settings work', async () => {
    await service.stop()
    expect((await fetchProjectConfig(configOf({ features: { swaps: ['own'] } }))).swaps).toEqual(['own'])
  })
  it.each([{ basic: true }, { manualWCControl: true }])(
    '%j asks nothing and offers nothing',
    async (options) => {
      expect((await fetchProjectConfig(configOf(options))).email).toBe(false)
      expect(service.requests).toEqual([])
    },
  )
  it('ends with the config', async () => {
    service.answer(CONFIG, 'hang')
    const config = configOf()
    const features = fetchProjectConfig(config)
    await service.seen(1)
    config.destroy()
    expect((await features).email).toBe(true)
    expect(service.requests).toHaveLength(1)
  })
})

describe('allowed origins', () => {
  it('R7-30 are what the service says', async () => {
    service.answer(ORIGINS, { body: { allowedOrigins: ['https://shop.example'] } })
    expect(await fetchAllowedOrigins(configOf())).toEqual(['https://shop.example'])
  })
  it.each<[string, FakeAnswer]>([
    ['refused', refusal(403, 4011)],
    ['broken', { status: 502 }],
    ['of another form', { body: { allowedOrigins: 'all' } }],
  ])('R7-30 are empty when the answer is %s', async (_, answer) => {
    service.answer(ORIGINS, answer)
    expect(await fetchAllowedOrigins(configOf())).toEqual([])
  })

  const refused = (code: number) => ({ kind: 'refused', status: 403, code }) as const
  const reply = (...allowedOrigins: string[]) => ({ kind: 'reply', reply: { allowedOrigins } }) as const
  it.each([
    ['R8-34 a page that is not on the list', refused(4011), 'p', true, 'originNotAllowed'],
    ['R8-34 the same without the embedded wallet', refused(4011), 'p', false, undefined],
    ['R8-34 an unknown project', refused(4010), 'p', false, 'invalidProjectId'],
    [
      'R5-3 R8-33 a project id that was never filled in',
      refused(4010),
      'undefined',
      true,
      'projectIdMissing',
    ],
    ['R8-33 a blank project id', refused(4010), ' ', true, 'projectIdMissing'],
    ['R8-33 the id of an example', refused(4010), 'YOUR_PROJECT_ID', true, 'projectIdMissing'],
    ['R8-37 a project that lists nobody', reply(), 'p', true, 'unverifiedDomain'],
    ['R8-37 the same without the embedded wallet', reply(), 'p', false, undefined],
    ['a page on the list', reply('https://a.example'), 'p', true, undefined],
    ['a service that is busy', refused(4020), 'p', true, undefined],
    ['a service that is not there', { kind: 'failed' } as const, 'p', true, undefined],
  ])('%s', (_, answer, projectId, usesEmbeddedWallet, kind) => {
    expect(alertOfOrigins(answer, { projectId, usesEmbeddedWallet })?.kind).toBe(kind)
  })
  it('R8-34 the alert stands in the store', async () => {
    service.answer(ORIGINS, refusal(403, 4011))
    const config = configOf()
    await checkOrigin(config, { email: false, socials: false })
    expect(config.notices.getState().alert).toBeUndefined()
    await checkOrigin(config, { email: false, socials: ['google'] })
    expect(config.notices.getState().alert).toMatchObject({ kind: 'originNotAllowed', code: 4011 })
  })
})

describe('startRemote', () => {
  beforeEach(() => {
    service.answer(CONFIG, { body: { features: [] } })
    service.answer(ORIGINS, { body: { allowedOrigins: ['https://a.example'] } })
  })
  const paths = () => service.requests.map(({ path }) => path).sort()

  it('R7-42 R9-48 a page that says nothing of analytics asks for features and origins alone', async () => {
    const config = configOf()
    const remote = startRemote(config)
    config.modal.setState({ open: true })
    remote.track('SEARCH_WALLET')
    await service.seen(2)
    await vi.waitFor(() => expect(config.features.getState().email).toBe(false), 15_000)
    expect(paths()).toEqual(['/appkit/v1/config', '/projects/v1/origins'])
    remote.stop()
  })
  it('R7-28 R7-42 a page that turned it on asks whether the project takes events, and sends none before', async () => {
    service.answer('GET /getAnalyticsConfig', { body: { isAnalyticsEnabled: true } })
    service.answer('POST /e', { status: 202 })
    vi.stubGlobal('location', { origin: 'https://a.example', pathname: '/', hostname: 'a.example' })
    const config = configOf({ analytics: true })
    config.modal.setState({ open: true })
    const remote = startRemote(config)
    remote.track('SEARCH_WALLET')
    await service.seen(5)
    expect(paths()).toEqual(['/appkit/v1/config', '/e', '/e', '/getAnalyticsConfig', '/projects/v1/origins'])
    const named = service.requests.map(({ query }) => Object.fromEntries(query))
    expect(named).toEqual(Array(5).fill({ projectId: 'test', st: 'html', sv: 'html-0.1.0' }))
    const order = service.requests.map(({ path }) => path)
    expect(order.indexOf('/getAnalyticsConfig')).toBeLessThan(order.indexOf('/e'))
    remote.stop()
    remote.track('SEARCH_WALLET')
    config.modal.setState({ open: false })
    expect(service.requests).toHaveLength(5)
    vi.unstubAllGlobals()
  })
})
