import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConfigParameters } from '../interfaces/Config.ts'
import type { CustomWallet } from '../interfaces/ConnectOptions.ts'
import { createStorage } from '../storage/createStorage.ts'
import { base, testConfig } from '../testing/testConfig.ts'
import { createDirectory } from './createDirectory.ts'
import { keepWallets, keptWallets } from './keptWallets.ts'

let storage: ReturnType<typeof createStorage>
beforeEach(() => {
  storage = createStorage(() => undefined)
})
const configOf = (parameters: Partial<ConfigParameters> = {}) => testConfig({ storage, ...parameters }).config
const image_url = 'https://api.example/getWalletImage/a1?projectId=test'
const rain: CustomWallet = {
  id: 'rain',
  name: 'Rain',
  chains: ['eip155:1'],
  image_id: 'a1',
  image_url,
  mobile_link: 'rain://',
}
const many = Array.from({ length: 40 }, (_, index) => ({ ...rain, id: `wallet-${index}` }))

describe('kept wallets', () => {
  it('are those that the directory answered, as many as the first view may need', async () => {
    const config = configOf()
    expect(keptWallets(config)).toBeUndefined()
    const directory = createDirectory(config, async () => ({ wallets: many, count: 580, hasMore: true }))
    directory.loadHome()
    await expect.poll(() => keptWallets(configOf())?.count).toBe(580)
    expect(keptWallets(configOf())?.wallets).toEqual(many.slice(0, 12))
  })

  it('hold those that the page features', async () => {
    const config = configOf({ featuredWalletIds: ['rain'] })
    createDirectory(config, async ({ include }) => ({
      wallets: include ? [rain] : many,
      count: 580,
      hasMore: true,
    })).loadHome()
    await expect.poll(() => keptWallets(config)?.picked).toEqual([rain])
  })

  it('stay when the directory does not answer', async () => {
    keepWallets(configOf(), { wallets: [rain], picked: [], count: 1 })
    createDirectory(configOf(), async () => Promise.reject(new Error('down'))).loadHome()
    await Promise.resolve()
    expect(keptWallets(configOf())).toEqual({ wallets: [rain], picked: [], count: 1 })
  })

  it('are not those of another project, service, selection or network', () => {
    keepWallets(configOf(), { wallets: [rain], picked: [], count: 1 })
    const services = { walletOrigin: 'https://wallet.example', apiOrigin: 'https://other.example' }
    const others: Partial<ConfigParameters>[] = [
      { projectId: 'other' },
      { services },
      { excludeWalletIds: ['rain'] },
      { networks: [base] },
    ]
    for (const other of others) expect(keptWallets(configOf(other))).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['an id with a comma', { ...rain, id: 'a,b' }],
    ['a name with markup', { ...rain, name: '<b>Rain</b>' }],
    ['a name that turns text around', { ...rain, name: 'Rain\u202e' }],
    ['no name', { id: 'rain' }],
    ['no wallet', 'rain'],
  ])('lack an entry with %s', (_, entry) => {
    keepWallets(configOf(), { wallets: [entry as CustomWallet, rain], picked: [], count: 2 })
    expect(keptWallets(configOf())?.wallets).toEqual([rain])
  })

  it.each(['https://evil.example/track', 'javascript:alert(1)', `${'https://api.example'}.evil/x`])(
    'lack a picture from %s',
    (address) => {
      keepWallets(configOf(), { wallets: [{ ...rain, image_url: address }], picked: [], count: 1 })
      const { image_url: _, ...left } = rain
      expect(keptWallets(configOf())?.wallets).toEqual([left])
    },
  )

  it('are undefined where storage holds another form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        storage.set('wallets', text)
        expect(keptWallets(configOf())).toBeUndefined()
      }),
    )
  })
})
