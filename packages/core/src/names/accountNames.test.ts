import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import {
  isNameLabel,
  labelOf,
  nameFormOf,
  nameZoneOf,
  registerAccountName,
  suggestNames,
} from './accountNames.ts'

const ZONES = 'GET /v1/profile/zones'
const SUGGEST = 'GET /v1/profile/suggestions/alice'
const REGISTER = 'POST /v1/profile/account'
const SIGNATURE = `0x${'ab'.repeat(65)}`
const NAME = 'alice.wallet.example'

let service: FakeService
beforeEach(async () => {
  service = await fakeService()
})
afterEach(() => service.stop())

async function make() {
  const made = testConfig({ services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin } })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return { ...made, account: () => accountOf(made.config.accounts, 'eip155') }
}

describe('a name', () => {
  it('R5-33 R5-34 is small letters, digits or hyphens, four or more', () => {
    expect(labelOf('  Alice-1 ')).toBe('alice-1')
    for (const [text, isOne] of [
      ['alice-1', true],
      ['abc', false],
      ['al_ce', false],
      ['Alice', false],
    ] as const)
      expect([text, isNameLabel(text)]).toEqual([text, isOne])
  })
  it('R9-41 is given in the current zone, which is asked for once', async () => {
    service.answer(ZONES, { body: { zones: ['wallet.example', 'old.example'] } })
    const { config } = await make()
    expect([await nameZoneOf(config), await nameZoneOf(config)]).toEqual(['wallet.example', 'wallet.example'])
    expect(service.requests).toHaveLength(1)
  })
  it.each([[{ status: 503 }], [{ status: 429 }], ['cut']] as const)(
    'is asked for again after a service that could not answer: %j',
    async (failure) => {
      service.answer(ZONES, failure)
      const { config } = await make()
      expect(await nameZoneOf(config)).toBeUndefined()
      service.answer(ZONES, { body: { zones: ['wallet.example'] } })
      expect(await nameZoneOf(config)).toBe('wallet.example')
    },
  )
  it('R9-40 is there for EVM alone, and not where the service has none', async () => {
    service.answer(ZONES, { body: { zones: [] } })
    const { config } = await make()
    expect(await nameZoneOf(config)).toBeUndefined()
    config.networks.setState({ activeId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
    expect(await nameZoneOf(config)).toBeUndefined()
    await expect(registerAccountName(config, NAME)).rejects.toThrow()
    expect(service.requests).toHaveLength(1)
  })
})

describe('suggestNames', () => {
  const ask = { label: 'alice', zone: 'wallet.example' }
  it('R7-18 R3-73 tells what the service says of the zone', async () => {
    const suggestions = [
      { name: NAME, registered: true },
      { name: 'alice42.wallet.example', registered: false },
      { name: 'alice.other.example', registered: false },
    ]
    service.answer(SUGGEST, { body: { suggestions } })
    const { config } = await make()
    expect(await suggestNames(config, ask)).toEqual([
      { name: NAME, label: 'alice', isTaken: true },
      { name: 'alice42.wallet.example', label: 'alice42', isTaken: false },
    ])
    expect(service.requests[0]?.query.get('zone')).toBe('wallet.example')
  })
  it.each([[{ status: 503 }], ['cut'], [{ text: '{"suggestions":[{"name":"<b>"}]}' }]] as const)(
    'R8-25 %j: it says that it could not',
    async (answer) => {
      service.answer(SUGGEST, answer)
      const { config } = await make()
      await expect(suggestNames(config, ask)).rejects.toThrow('Error fetching name suggestions')
    },
  )
})

describe('registerAccountName', () => {
  async function register(answer: Parameters<FakeService['answer']>[1]) {
    service.answer(REGISTER, answer)
    const made = await make()
    nameFormOf(made.config).setState({ label: 'alice' })
    const work = registerAccountName(made.config, NAME)
    work.catch(() => undefined)
    return { ...made, work, form: () => nameFormOf(made.config).getState() }
  }
  it('R7-19 R1-15 the wallet signs, the service is told, and the account goes by the name', async () => {
    const { wallet, work, account, form } = await register({ body: { success: true } })
    await expect.poll(() => wallet.waiting.some(({ name }) => name === 'request')).toBe(true)
    expect(form().isRegistering).toBe(true)
    wallet.take('request').resolve(SIGNATURE)
    await work
    expect(account().profileName).toBe(NAME)
    expect(form()).toEqual({ label: '', isRegistering: false, error: undefined })
    const body = service.requests[0]?.body as { message: string }
    expect(body).toMatchObject({ coin_type: 60, signature: SIGNATURE })
    expect(JSON.parse(body.message)).toMatchObject({ name: NAME, attributes: {} })
  })
  it('R8-26 R2-50 what the service refuses is an error in the form, and the form stays', async () => {
    const { wallet, work, account, form } = await register({
      status: 409,
      body: { error: { code: 4762, message: 'Taken.' } },
    })
    await expect.poll(() => wallet.waiting.some(({ name }) => name === 'request')).toBe(true)
    wallet.take('request').resolve(SIGNATURE)
    await expect(work).rejects.toThrow('Error registering name')
    await expect(work).rejects.toMatchObject({ cause: { code: 4762 } })
    expect(form()).toMatchObject({ label: 'alice', isRegistering: false, error: { code: 5271 } })
    expect(account()).not.toHaveProperty('profileName')
  })
  it('R2-51 what the person declines asks the service for nothing', async () => {
    const { wallet, work, form } = await register({ body: { success: true } })
    await expect.poll(() => wallet.waiting.some(({ name }) => name === 'request')).toBe(true)
    wallet.take('request').reject({ code: 4001 })
    await expect(work).rejects.toMatchObject({ code: 4001 })
    expect(form()).toMatchObject({ label: 'alice', isRegistering: false, error: { code: 4001 } })
    expect(service.requests).toEqual([])
  })
})
