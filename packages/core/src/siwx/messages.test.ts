import { describe, expect, it } from 'vitest'
import { connect } from '../connection/connect.ts'
import type { Siwx } from '../interfaces/Connector.ts'
import { connected, connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connectWithSiwx } from './connectWithSiwx.ts'
import * as errors from './errors.ts'
import { signMessage, signSiwx } from './signSiwx.ts'
import { chooseSiwx, type SiweConfig } from './siweConfig.ts'
import { getSiwxSessions } from './siwxSubject.ts'
import { fakeSiwx } from './testing/fakeSiwx.ts'

const message = { message: 'm', address: 'a', namespace: 'eip155' } as const

async function onUnknownNetwork() {
  const made = testConfig({ siwx: fakeSiwx() })
  const work = connect(made.config, { connectorId: 'fake' })
  await connectFake(made.wallet, work, connected(undefined, 'eip155:424242'))
  return made.config
}
const bare = () => testConfig({ siwx: fakeSiwx() }).config

describe('spec 8', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    [
      'R8-8',
      'CaipNetwork is undefined',
      async () => {
        const { config, wallet } = testConfig({ siwx: fakeSiwx() })
        Object.assign(wallet.connector, { authenticate: async () => undefined })
        config.networks.setState({ activeId: 'eip155:424242' })
        return connectWithSiwx(config, { connectorId: 'fake' })
      },
    ],
    ['R8-9', 'CaipNetwork or CaipAddress is undefined', async () => getSiwxSessions(bare())],
    [
      'R8-10',
      'UniversalAdapter:signMessage - provider is undefined',
      async () => signMessage(bare(), message),
    ],
    ['R8-16', 'SIWX is not enabled', async () => signSiwx(testConfig().config)],
    ['R8-17', 'No ActiveCaipAddress found', async () => signSiwx(bare())],
    ['R8-18', 'No ActiveCaipNetwork or client found', async () => signSiwx(await onUnknownNetwork())],
  ])('%s %s', async (_, shortMessage, run) => {
    await expect(run()).rejects.toMatchObject({ shortMessage })
  })
  it('every error has a code of its own from 5060 to 5079', () => {
    const codes = Object.values(errors).map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => code >= 5060 && code <= 5079)).toBe(true)
  })
})

describe('chooseSiwx', () => {
  const page = () => ({ host: 'shop.example', origin: 'https://shop.example' })
  function siwe(options: Partial<SiweConfig> = {}) {
    let session: { address: string; chainId: number } | null = null
    const config: SiweConfig = {
      getNonce: async () => 'abcdefgh1',
      createMessage: ({ domain, address, chainId, nonce }) => `${domain} ${address} ${chainId} ${nonce}`,
      verifyMessage: async ({ signature }) => {
        if (signature !== '0x01') return false
        session = { address: '0xAb', chainId: 1 }
        return true
      },
      getSession: async () => session,
      signOut: async () => {
        session = null
        return true
      },
      ...options,
    }
    return chooseSiwx({ siweConfig: config }, page)
  }
  it('R5-4 takes one of both options alone', () => {
    const siwx = fakeSiwx()
    expect(chooseSiwx({ siwx })).toBe(siwx)
    expect(chooseSiwx({})).toBeUndefined()
    expect(siwe({ enabled: false })).toBeUndefined()
    expect(() => chooseSiwx({ siwx, siweConfig: {} as SiweConfig })).toThrow(
      expect.objectContaining({ shortMessage: 'Cannot set both `siweConfig` and `siwx` options' }),
    )
  })
  it('makes a plug-in of the older options', async () => {
    const siwx = siwe() as Siwx
    const created = await siwx.createMessage({ accountAddress: '0xAb', chainId: 'eip155:1' })
    expect(created.toString()).toBe('shop.example 0xAb 1 abcdefgh1')
    const { toString: _, ...data } = created
    expect(data).toMatchObject({ domain: 'shop.example', uri: 'https://shop.example', chainId: 'eip155:1' })
    const session = { data, message: `${created}`, signature: '0x01' }
    expect(await siwx.getSessions('eip155:1', '0xab')).toEqual([])
    await siwx.addSession(session)
    expect(await siwx.getSessions('eip155:1', '0xab')).toHaveLength(1)
    expect(await siwx.getSessions('eip155:8453', '0xab')).toEqual([])
    expect(await siwx.getSessions('eip155:1', '0xcd')).toEqual([])
    await siwx.revokeSession('eip155:1', '0xab')
    expect(await siwx.getSessions('eip155:1', '0xab')).toEqual([])
    await expect(siwx.addSession({ ...session, signature: '0x02' })).rejects.toThrow('did not work')
  })
  it('keeps a session over a change that the page allows', async () => {
    const siwx = siwe({ signOutOnNetworkChange: false, signOutOnAccountChange: false }) as Siwx
    await siwx.setSessions([{ data: {} as never, message: '', signature: '0x01' }])
    expect(await siwx.getSessions('eip155:8453', '0xcd')).toHaveLength(1)
    await siwx.setSessions([])
    expect(await siwx.getSessions('eip155:1', '0xab')).toEqual([])
  })
})
