import * as wagmi3 from '@wagmi/core'
import { http } from 'viem'
import { base, foundry } from 'viem/chains'
import { expect, it, vi } from 'vitest'
import * as wagmi2 from 'wagmi-core-2'
import { latchkey } from './latchkey.ts'

const options = {
  projectId: 'demo',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [
    {
      id: 31337,
      name: 'Local',
      caipNetworkId: 'eip155:31337',
      chainNamespace: 'eip155',
      nativeCurrency: foundry.nativeCurrency,
      rpcUrls: foundry.rpcUrls,
    },
  ],
} as const
const parameters = {
  chains: [foundry, base],
  transports: { [foundry.id]: http(), [base.id]: http() },
  ssr: true,
} as const

it('is a connector of wagmi 3, by its types too', () => {
  const config = wagmi3.createConfig({ ...parameters, connectors: [latchkey(options)] })
  const [connector] = config.connectors
  expect(connector).toMatchObject({ id: 'latchkey', type: 'latchkey', rdns: 'dev.latchkey' })
  expect(connector?.icon).toMatch(/^data:image\/svg/)
  const connect = () => wagmi3.connect(config, { connector, chainId: base.id, withCapabilities: true })
  type Account = Awaited<ReturnType<typeof connect>>['accounts'][0]
  expect((account: Account): `0x${string}` => account.address).toBeTypeOf('function')
})

it('is a connector of wagmi 2, by its types too', () => {
  const config = wagmi2.createConfig({ ...parameters, connectors: [latchkey(options)] })
  const [connector] = config.connectors
  expect(connector).toMatchObject({ id: 'latchkey', type: 'latchkey', rdns: 'dev.latchkey' })
  expect(connector?.icon).toMatch(/^data:image\/svg/)
  const connect = (connector: NonNullable<(typeof config.connectors)[0]>) =>
    wagmi2.connect(config, { connector, chainId: base.id })
  type Account = Awaited<ReturnType<typeof connect>>['accounts'][0]
  expect((account: Account): `0x${string}` => account).toBeTypeOf('function')
})

it.each([
  ['3', wagmi3],
  ['2', wagmi2 as unknown as typeof wagmi3],
])('on a server wagmi %s makes nothing, contacts nothing and is not connected', async (_major, wagmi) => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  expect(typeof window).toBe('undefined')
  // Options that no Latchkey could be made of: on a server none is.
  const connector = latchkey({ ...options, walletOrigin: 'nowhere' })
  const config = wagmi.createConfig({ ...parameters, connectors: [connector] })
  expect(await config.connectors[0]?.isAuthorized()).toBe(false)
  expect(await wagmi.reconnect(config)).toEqual([])
  expect(config.state.status).toBe('disconnected')
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

it('asks for an address that can be one when the browser makes it', () => {
  const connector = latchkey({ ...options, walletOrigin: 'nowhere' })
  const config = wagmi3.createConfig({ ...parameters, connectors: [connector] })
  expect(() => config.connectors[0].getLatchkey()).toThrow('`walletOrigin` is "nowhere"')
})
