import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { type RpcServer, startRpcServer } from '../testing/rpcServer.ts'
import { createNames } from './names.ts'
import { base, mainnet } from './networks.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const RESOLVER = `0x${'11'.repeat(20)}` as const
const networks = [mainnet, base]

let server: RpcServer | undefined
afterEach(() => server?.close())

async function make(answer: () => unknown) {
  server = await startRpcServer(answer)
  return { names: createNames({ apiOrigin: server.origin, projectId: 'demo' }), server }
}
/** What the Universal Resolver of ENS answers to `resolve`: the answer of the name’s resolver, and where that is. */
const resolved = (address: `0x${string}`) =>
  encodeAbiParameters(parseAbiParameters('bytes, address'), [
    encodeAbiParameters(parseAbiParameters('address'), [address]),
    RESOLVER,
  ])
const reversed = (name: string) =>
  encodeAbiParameters(parseAbiParameters('string, address, address'), [name, RESOLVER, RESOLVER])

describe('isName', () => {
  it.each(['ada.eth', 'a.b.c', 'ädä.eth', 'name.base.eth'])('%s may be one', async (text) => {
    expect((await make(() => '0x')).names.isName(text)).toBe(true)
  })
  it.each([
    '',
    'ada',
    '.eth',
    'ada.',
    'a..eth',
    'a b.eth',
    'https://a.eth',
    ADDRESS,
    `${'a'.repeat(260)}.eth`,
  ])('%j is none', async (text) => expect((await make(() => '0x')).names.isName(text)).toBe(false))
})

describe('resolve', () => {
  it('asks Ethereum, through the service', async () => {
    const { names, server } = await make(() => resolved(ADDRESS))
    expect(await names.resolve({ name: 'Ada.eth', networks })).toBe(ADDRESS)
    expect(server.requests[0]?.url).toContain('chainId=eip155%3A1&')
  })
  it('asks nobody on a page without Ethereum, or for what ENS does not allow', async () => {
    const { names, server } = await make(() => resolved(ADDRESS))
    expect(await names.resolve({ name: 'ada.eth', networks: [base] })).toBeNull()
    expect(await names.resolve({ name: 'a\u202eda.eth', networks })).toBeNull()
    expect(server.requests).toHaveLength(0)
  })
  it('says when the network does not answer', async () => {
    const { names } = await make(() => {
      throw new Error('down')
    })
    await expect(names.resolve({ name: 'ada.eth', networks })).rejects.toThrow()
  })
})

describe('readRecord', () => {
  const key = `0x${'5a'.repeat(32)}` as const
  const record = (bytes: `0x${string}`) =>
    encodeAbiParameters(parseAbiParameters('bytes, address'), [
      encodeAbiParameters(parseAbiParameters('bytes'), [bytes]),
      RESOLVER,
    ])
  const asked = { name: 'Ada.eth', coinType: 501, networks }
  it('reads the bytes that a name holds for another coin (ENSIP-9)', async () => {
    const { names, server } = await make(() => record(key))
    expect(await names.readRecord?.(asked)).toEqual(new Uint8Array(32).fill(0x5a))
    const sent = JSON.stringify(server.requests[0]?.calls[0]?.params)
    // `addr(bytes32,uint256)` with the coin's number.
    expect(sent).toContain('f1cb7e06')
    expect(sent).toContain((501).toString(16).padStart(64, '0'))
  })
  it('tells nothing where the name holds nothing, and on a page without Ethereum', async () => {
    const { names } = await make(() => record('0x'))
    expect(await names.readRecord?.(asked)).toBeNull()
    expect(await names.readRecord?.({ ...asked, networks: [base] })).toBeNull()
  })
})

describe('lookUp', () => {
  it('R8-52 tells the name of an address', async () => {
    const { names } = await make(() => reversed('ada.eth'))
    expect(await names.lookUp({ address: ADDRESS, networks })).toBe('ada.eth')
  })
  it('refuses a name that is not written as ENS writes it', async () => {
    const { names } = await make(() => reversed('Ada.eth'))
    expect(await names.lookUp({ address: ADDRESS, networks })).toBeNull()
  })
})
