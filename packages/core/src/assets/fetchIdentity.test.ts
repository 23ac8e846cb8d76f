import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import type { NameAbility } from '../interfaces/Config.ts'
import { ADDRESS, connected, connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { fetchIdentity } from './fetchIdentity.ts'

const IDENTITY = `GET /v1/identity/${ADDRESS}`
const avatar = 'https://pictures.example/ada.png'

let service: FakeService
beforeEach(async () => {
  service = await fakeService()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
})

async function make(lookUp: NameAbility['lookUp'] = async () => null) {
  const names = { isName: () => false, resolve: async () => null, lookUp: vi.fn(lookUp) }
  const made = testConfig({
    services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin },
    adapters: [() => ({ namespace: 'eip155', isAddress: () => true, names: async () => names })],
  })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return { ...made, names, account: () => accountOf(made.config.accounts, 'eip155') }
}

describe('fetchIdentity', () => {
  it('R1-7 R3-6 R3-7 reads the name and the picture, and says who asks', async () => {
    service.answer(IDENTITY, { body: { name: 'ada.eth', avatar } })
    const { config, account, names } = await make()
    await fetchIdentity(config)
    expect(account()).toMatchObject({ profileName: 'ada.eth', profileImage: avatar })
    expect(service.requests[0]?.query.get('sender')).toBe(ADDRESS)
    expect(names.lookUp).not.toHaveBeenCalled()
  })
  it('R7-2 what was not asked for on another network is asked for on one of the page', async () => {
    service.answer(IDENTITY, { body: { name: 'ada.eth', avatar } })
    const { config, account } = await make()
    applyNetwork(config, 'eip155:10')
    await fetchIdentity(config)
    applyNetwork(config, 'eip155:1')
    await fetchIdentity(config)
    expect(account()).toMatchObject({ profileName: 'ada.eth', profileImage: avatar })
  })
  it('R9-6 R9-5 asks once in 5 min, for an account without a name too', async () => {
    service.answer(IDENTITY, { body: { name: null, avatar: null } })
    const { config, account } = await make()
    await fetchIdentity(config)
    expect(account()).not.toHaveProperty('profileName')
    vi.setSystemTime(Date.now() + 299_999)
    await fetchIdentity(config)
    expect(service.requests).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    await fetchIdentity(config)
    expect(service.requests).toHaveLength(2)
  })
  it.each([[{ status: 404 }], [{ status: 500 }], ['cut'], [{ text: '{"name":"<b>"}' }]] as const)(
    'R8-52 where the service fails (%j) the name is looked up',
    async (answer) => {
      service.answer(IDENTITY, answer)
      const { config, account } = await make(async () => 'ada.eth')
      await fetchIdentity(config)
      expect(account().profileName).toBe('ada.eth')
      expect(account()).not.toHaveProperty('profileImage')
    },
  )
  it('R8-53 R9-5 where the look-up fails too there is no name, and nobody is asked for 5 min', async () => {
    service.answer(IDENTITY, { status: 500 })
    const { config, account, names } = await make(() => Promise.reject(new Error('offline')))
    await fetchIdentity(config)
    await fetchIdentity(config)
    expect(account()).not.toHaveProperty('profileName')
    expect(names.lookUp).toHaveBeenCalledTimes(1)
    expect(service.requests).toHaveLength(1)
  })
  it('R9-40 asks for EVM alone', async () => {
    const { config } = await make()
    config.networks.setState({ activeId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
    await fetchIdentity(config)
    expect(service.requests).toHaveLength(0)
  })
  it('says nothing of an account that took the place of the one it asked for', async () => {
    service.answer(IDENTITY, { body: { name: 'ada.eth', avatar } })
    const { config, account } = await make()
    const work = fetchIdentity(config)
    config.eventsOf('fake').emit('change', connected(OTHER_ADDRESS))
    config.accounts.setState({
      byNamespace: { eip155: { ...account(), address: OTHER_ADDRESS } },
    })
    await work
    expect(account()).not.toHaveProperty('profileName')
  })
})
