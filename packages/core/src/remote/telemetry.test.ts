import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { patchAccount } from '../account/accounts.ts'
import type { Config, ConfigParameters } from '../interfaces/Config.ts'
import { ADDRESS } from '../testing/fakeConnector.ts'
import { type FakeAnswer, type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { createTelemetry, type TelemetryOptions } from './createTelemetry.ts'

let service: FakeService
let time: number
beforeEach(async () => {
  time = 1_900_000_000_000
  service = await fakeService()
  takes()
  service.answer('POST /e', { status: 202 })
})
afterEach(() => service.stop())

const page = () => ({
  origin: 'https://shop.example',
  pathname: '/cart/mia@example.com',
  hostname: 'shop.example',
})
const takes = (body: FakeAnswer = { body: { isAnalyticsEnabled: true } }) =>
  service.answer('GET /getAnalyticsConfig', body)
const configOf = (parameters: Partial<ConfigParameters> = {}): Config => {
  const { config } = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    sdk: { type: 'html', version: '0.1.0' },
    ...parameters,
  })
  patchAccount(config.accounts, 'eip155', { status: 'connected', address: ADDRESS })
  return config
}
const telemetryOf = (config = configOf(), options: Partial<TelemetryOptions> = {}) =>
  createTelemetry(config, { analytics: true, page, now: () => time, ...options })
const events = () => service.requests.filter(({ path }) => path === '/e')

describe('telemetry', () => {
  it('R7-38 R7-39 R7-40 sends what the contract says, to the operator’s own service', async () => {
    const telemetry = telemetryOf()
    telemetry.track('SELECT_WALLET', { name: 'Wallet' })
    await telemetry.flush()
    const [event] = events()
    expect(Object.fromEntries(event?.query ?? [])).toEqual({
      projectId: 'test',
      st: 'html',
      sv: 'html-0.1.0',
    })
    expect(event?.body).toEqual({
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: 'https://shop.example/cart/[email]',
      domain: 'shop.example',
      timestamp: time,
      props: { type: 'track', event: 'SELECT_WALLET', properties: { name: 'Wallet' } },
    })
  })
  it('R7-40 the address goes out only where the operator keeps it', async () => {
    takes({ body: { isAnalyticsEnabled: true, isAddressKept: true } })
    const telemetry = telemetryOf()
    telemetry.track('CONNECT_SUCCESS')
    telemetry.reportError('API_ERROR', new Error('x'))
    await telemetry.flush()
    const addresses = events().map(({ body }) => (body as { props: { address?: string } }).props.address)
    expect(addresses).toEqual(expect.arrayContaining([ADDRESS, undefined]))
  })
  it('R7-42 R9-48 asks and sends nothing unless the page has turned it on', async () => {
    const telemetry = telemetryOf(configOf(), { analytics: false })
    telemetry.track('MODAL_OPEN')
    telemetry.reportError('API_ERROR', new Error('x'))
    await telemetry.flush()
    expect(service.requests).toEqual([])
  })
  it.each<[string, FakeAnswer]>([
    ['off', { body: { isAnalyticsEnabled: false } }],
    ['refused', { status: 403 }],
    ['broken', { status: 500 }],
    ['of another form', { body: { isAnalyticsEnabled: 'yes' } }],
    ['cut', 'cut'],
  ])('R7-37 sends nothing when the project’s setting is %s, and asks once', async (_, answer) => {
    takes(answer)
    const telemetry = telemetryOf()
    telemetry.track('MODAL_OPEN')
    await telemetry.flush()
    telemetry.track('MODAL_CLOSE')
    await telemetry.flush()
    expect(service.requests.map(({ path }) => path)).toEqual(['/getAnalyticsConfig'])
  })
  it('R7-41 an error has type, event, errorType, errorMessage and stackTrace, without names and secrets', async () => {
    const telemetry = telemetryOf()
    const error = new TypeError(`mia@example.com at https://a.example/x?token=1 ${ADDRESS} wc:abc@2?symKey=1`)
    telemetry.reportError('INTERNAL_SDK_ERROR', error)
    await telemetry.flush()
    const [{ props } = { props: {} }] = events().map(({ body }) => body as { props: Record<string, string> })
    expect(Object.keys(props).sort()).toEqual(['errorMessage', 'errorType', 'event', 'stackTrace', 'type'])
    expect(props).toMatchObject({
      type: 'error',
      event: 'INTERNAL_SDK_ERROR',
      errorType: 'TypeError',
      errorMessage: '[email] at https://a.example/x [hex] [pairing]',
    })
    expect(JSON.stringify(props)).not.toMatch(/mia|symKey|token=|0xf39F/)
  })
  it('R7-43 at most 5 error events go out in 60 s', async () => {
    const telemetry = telemetryOf()
    const report = () => telemetry.reportError('API_ERROR', new Error('x'))
    for (let index = 0; index < 7; index++) report()
    await telemetry.flush()
    expect(events()).toHaveLength(5)
    time += 59_999
    report()
    await telemetry.flush()
    expect(events()).toHaveLength(5)
    time += 1
    report()
    await telemetry.flush()
    expect(events()).toHaveLength(6)
  })
  it.each([
    [4011, 'originNotAllowed'],
    [4550, 'invalidConfiguration'],
  ])('R7-44 a 403 (%i) shows the alert once, and nothing more is sent', async (code, kind) => {
    service.answer('POST /e', { status: 403, body: { error: { code, message: 'No.' } } })
    const config = configOf()
    const shown: unknown[] = []
    config.notices.subscribe(({ alert }) => shown.push(alert))
    const telemetry = telemetryOf(config)
    telemetry.track('MODAL_OPEN')
    telemetry.track('CLICK_ALL_WALLETS')
    await telemetry.flush()
    telemetry.track('MODAL_CLOSE')
    await telemetry.flush()
    expect(shown).toEqual([expect.objectContaining({ kind, code, short: 'Invalid App Configuration' })])
    expect(events()).toHaveLength(2)
  })
  it.each<[string, FakeAnswer]>([
    ['cut', 'cut'],
    ['broken', { status: 500 }],
    ['too many', { status: 429 }],
  ])('a failure (%s) is silent', async (_, answer) => {
    service.answer('POST /e', answer)
    const config = configOf()
    const telemetry = telemetryOf(config)
    telemetry.track('MODAL_OPEN')
    await telemetry.flush()
    expect(config.notices.getState()).toEqual({ alert: undefined, toast: undefined })
  })
  it('sends nothing outside its contract, as an e-mail address for a name', async () => {
    const telemetry = telemetryOf()
    telemetry.track('SELECT_WALLET', { name: 'mia@example.com' })
    telemetry.track('SELECT_WALLET', { email: 'mia' } as object)
    await telemetry.flush()
    expect(events()).toEqual([])
  })
  it('sends nothing without a document, and nothing once the config is destroyed', async () => {
    const config = configOf()
    telemetryOf(config, { page: () => undefined }).track('MODAL_OPEN')
    config.destroy()
    telemetryOf(config).track('MODAL_OPEN')
    expect(service.requests).toEqual([])
  })
})
