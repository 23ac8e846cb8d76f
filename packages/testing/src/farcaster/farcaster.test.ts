import { createPublicClient, http, parseAbi, verifyMessage, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpRequest } from '../node/httpRequest.ts'
import { farcasterPerson } from './farcasterPerson.ts'
import { farcasterWallet } from './farcasterWallet.ts'
import { idRegistryAddress, keyRegistryAddress } from './registrySources.ts'
import { type FarcasterChain, startFarcasterChain } from './startFarcasterChain.ts'
import { type FarcasterRelay, startFarcasterRelay } from './startFarcasterRelay.ts'

const idRegistry = {
  address: idRegistryAddress,
  abi: parseAbi([
    'function idOf(address owner) view returns (uint256)',
    'function custodyOf(uint256 fid) view returns (address)',
  ]),
} as const
const keyRegistry = {
  address: keyRegistryAddress,
  abi: parseAbi(['function keyDataOf(uint256 fid, bytes key) view returns (uint8 state, uint32 keyType)']),
} as const
const asKey = (address: `0x${string}`) => `0x${address.slice(2).padStart(64, '0')}` as const

describe('the registries', () => {
  let chain: FarcasterChain
  beforeAll(async () => {
    chain = await startFarcasterChain()
  })
  afterAll(() => chain.stop())
  const client = () => createPublicClient({ transport: http(chain.url) })

  test('know the test people on chain 10', async () => {
    const { fid, custody, auth } = farcasterPerson('ada')
    expect(await client().getChainId()).toBe(10)
    expect(
      await client().readContract({ ...idRegistry, functionName: 'idOf', args: [custody.address] }),
    ).toBe(fid)
    expect(await client().readContract({ ...idRegistry, functionName: 'custodyOf', args: [fid] })).toBe(
      custody.address,
    )
    const keyData = (address: `0x${string}`) =>
      client().readContract({ ...keyRegistry, functionName: 'keyDataOf', args: [fid, asKey(address)] })
    expect(await keyData(auth.address)).toEqual([1, 2])
    expect(await keyData(custody.address)).toEqual([0, 0])
    await chain.setAuthAddress(fid, auth.address, 'removed')
    expect(await keyData(auth.address)).toEqual([2, 2])
  })

  test('answer zero for strangers, and move a fid as a whole', async () => {
    const stranger = privateKeyToAccount(`0x${'11'.repeat(32)}`).address
    const { fid, custody } = farcasterPerson('bob')
    const idOf = (address: `0x${string}`) =>
      client().readContract({ ...idRegistry, functionName: 'idOf', args: [address] })
    expect(await idOf(stranger)).toBe(0n)
    expect(await client().readContract({ ...idRegistry, functionName: 'custodyOf', args: [12n] })).toBe(
      zeroAddress,
    )
    await chain.register(fid, stranger)
    expect(await idOf(stranger)).toBe(fid)
    expect(await idOf(custody.address)).toBe(0n)
  })
})

describe('the relay', () => {
  let relay: FarcasterRelay
  beforeAll(async () => {
    relay = await startFarcasterRelay()
  })
  afterAll(() => relay.stop())

  const ask = async (path: string, token?: string, body?: object) => {
    const reply = await httpRequest(relay.url + path, {
      method: body ? 'POST' : 'GET',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: reply.status, body: JSON.parse(reply.body) as Record<string, string> }
  }
  const asked = { siweUri: 'http://wallet.localhost:8787/farcaster', domain: 'wallet.localhost:8787' }
  const open = async (more: object = {}) => {
    const { body } = await ask('/v1/channel', undefined, { ...asked, ...more })
    return { token: body.channelToken ?? '', url: body.url ?? '', nonce: body.nonce }
  }

  test.each(['custody', 'authAddress'] as const)(
    'carries a message signed by the %s key, once',
    async (key) => {
      const { token, url, nonce } = await open({ acceptAuthAddress: true })
      expect(await ask('/v1/channel/status', token)).toMatchObject({
        status: 202,
        body: { state: 'pending', nonce },
      })
      await farcasterWallet({ relayUrl: relay.url, person: 'ada', key }).approve(url)
      const { status, body } = await ask('/v1/channel/status', token)
      const { fid, custody, auth } = farcasterPerson('ada')
      expect(status).toBe(200)
      expect(body).toMatchObject({ state: 'completed', fid: Number(fid), username: 'ada', authMethod: key })
      const message = parseSiweMessage(body.message ?? '')
      const address = (key === 'custody' ? custody : auth).address
      expect(message).toMatchObject({
        domain: asked.domain,
        uri: asked.siweUri,
        chainId: 10,
        nonce,
        address,
        resources: [`farcaster://fid/${fid}`],
      })
      const signature = (body.signature ?? '0x') as `0x${string}`
      expect(await verifyMessage({ address, message: body.message ?? '', signature })).toBe(true)
      expect((await ask('/v1/channel/status', token)).status).toBe(401)
    },
  )

  test('takes one answer, keeps a nonce of the client, and passes on what it does not verify', async () => {
    const { url, token } = await open({ nonce: 'abcdefgh12345678' })
    const app = farcasterWallet({ relayUrl: relay.url, person: 'bob' })
    await app.approve(url, { nonce: 'anothernonce1', signer: farcasterPerson('ada').custody, claimedFid: 1n })
    const second = { message: 'm', signature: '0x', fid: 2, username: 'eve', displayName: 'Eve' }
    expect((await ask('/v1/channel/authenticate', token, second)).status).toBe(401)
    const { body } = await ask('/v1/channel/status', token)
    expect(body).toMatchObject({ fid: 1, nonce: 'abcdefgh12345678' })
    expect(parseSiweMessage(body.message ?? '').nonce).toBe('anothernonce1')
  })

  test('refuses unknown tokens, bad bodies and unknown paths', async () => {
    expect((await ask('/v1/channel/status', 'nobody')).status).toBe(401)
    expect((await ask('/v1/channel/status')).status).toBe(401)
    expect((await ask('/v1/channel', undefined, { domain: 'a' })).status).toBe(400)
    expect((await ask('/v1/channel', undefined, { ...asked, nonce: 'short' })).status).toBe(400)
    const { token } = await open()
    expect(
      (await ask('/v1/channel/authenticate', token, { message: 'm', signature: 'x', fid: 1 })).status,
    ).toBe(400)
    expect((await ask('/v2')).status).toBe(404)
  })

  test('its own links lead to a page that stands for the app', async () => {
    const own = await startFarcasterRelay({ ownLinks: true })
    try {
      const opened = await httpRequest(`${own.url}/v1/channel`, {
        method: 'POST',
        body: JSON.stringify(asked),
      })
      const { url, channelToken } = JSON.parse(opened.body) as { url: string; channelToken: string }
      expect(url).toBe(`http://farcaster.localhost:${own.port}/~/siwf?channelToken=${channelToken}`)
      const page = await httpRequest(url)
      expect(page.body).toContain('wallet.localhost:8787 asks you to sign in.')
      expect((await httpRequest(url, { method: 'POST', body: 'person=' })).body).toContain(
        'Nothing was signed',
      )
      const signed = await httpRequest(url, { method: 'POST', body: 'person=carol' })
      expect(signed.body).toContain('You have signed in')
      expect((await httpRequest(url)).status).toBe(400)
      const headers = { authorization: `Bearer ${channelToken}` }
      const status = await httpRequest(`${own.url}/v1/channel/status`, { headers })
      expect(JSON.parse(status.body)).toMatchObject({ state: 'completed', username: 'carol' })
    } finally {
      await own.stop()
    }
  })

  test('an outage and an expired channel', async () => {
    relay.pause()
    expect((await ask('/v1/channel', undefined, asked)).status).toBe(503)
    relay.resume()
    const brief = await startFarcasterRelay({ lifetime: 0 })
    try {
      const reply = await httpRequest(`${brief.url}/v1/channel`, {
        method: 'POST',
        body: JSON.stringify(asked),
      })
      const { channelToken } = JSON.parse(reply.body) as { channelToken: string }
      const headers = { authorization: `Bearer ${channelToken}` }
      expect((await httpRequest(`${brief.url}/v1/channel/status`, { headers })).status).toBe(401)
    } finally {
      await brief.stop()
    }
    await expect(startFarcasterRelay({ port: relay.port })).rejects.toThrow(`port ${relay.port}`)
  })
})
