import { afterEach, describe, expect, it } from 'vitest'
import { type RpcServer, startRpcServer } from '../testing/rpcServer.ts'
import { evmAdapter } from './evmAdapter.ts'
import { base, localhost } from './networks.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const HASH = `0x${'ab'.repeat(32)}`
let server: RpcServer | undefined
afterEach(() => server?.close())

async function make(...parameters: Parameters<typeof startRpcServer>) {
  server = await startRpcServer(...parameters)
  return { server, adapter: evmAdapter({ apiOrigin: server.origin, projectId: 'demo' }) }
}
const receipt = (status: '0x0' | '0x1') => ({
  blockHash: HASH,
  blockNumber: '0x7',
  contractAddress: null,
  cumulativeGasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  from: ADDRESS,
  gasUsed: '0x5208',
  logs: [],
  logsBloom: `0x${'00'.repeat(256)}`,
  status,
  to: ADDRESS,
  transactionHash: HASH,
  transactionIndex: '0x0',
  type: '0x2',
})

describe('getBalance', () => {
  it('R1-6 asks the operator’s service without a preflight, and gives whole units exactly', async () => {
    const all = await make(() => '0x14d1120d7b160001')
    expect(await all.adapter.getBalance?.({ network: localhost, address: ADDRESS })).toBe(
      '1.500000000000000001',
    )
    const [request] = all.server.requests
    expect(request?.url).toBe('/v1?chainId=eip155%3A31337&projectId=demo')
    expect(request?.headers['content-type']).toBe('text/plain')
    expect(request?.calls[0]).toMatchObject({ method: 'eth_getBalance', params: [ADDRESS, 'latest'] })
  })
  it('batches reads of one moment', async () => {
    const all = await make(() => '0x1')
    await Promise.all([1, 2, 3].map(() => all.adapter.getBalance?.({ network: localhost, address: ADDRESS })))
    expect(all.server.requests).toHaveLength(1)
    expect(all.server.requests[0]?.calls.length).toBeGreaterThan(0)
  })
  it('tries again when the service stumbles', async () => {
    const all = await make(
      () => '0x1',
      (attempt) => (attempt === 1 ? 503 : 200),
    )
    expect(await all.adapter.getBalance?.({ network: localhost, address: ADDRESS })).toBe(
      '0.000000000000000001',
    )
    expect(all.server.requests).toHaveLength(2)
  })
  it('says that it could not be read', async () => {
    const all = await make(() => {
      throw new Error('internal detail')
    })
    await expect(all.adapter.getBalance?.({ network: localhost, address: ADDRESS })).rejects.toMatchObject({
      code: 7002,
      shortMessage: 'The balance could not be read.',
    })
  })
})

describe('waitForTransaction', () => {
  it.each([
    ['0x1', 'success'],
    ['0x0', 'reverted'],
  ] as const)('a receipt with status %s is %s', async (status, name) => {
    const all = await make(({ method }) => (method === 'eth_blockNumber' ? '0x8' : receipt(status)))
    expect(await all.adapter.waitForTransaction?.({ network: localhost, hash: HASH })).toEqual({
      status: name,
      blockNumber: 7n,
    })
  })
  it('an abort stops the waiting, not the transaction', async () => {
    const all = await make(({ method }) => (method === 'eth_blockNumber' ? '0x8' : null))
    const controller = new AbortController()
    const work = all.adapter.waitForTransaction?.({
      network: localhost,
      hash: HASH,
      signal: controller.signal,
    })
    controller.abort()
    await expect(work).rejects.toMatchObject({ code: 7022 })
    await expect(
      all.adapter.waitForTransaction?.({ network: localhost, hash: HASH, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 7022 })
  })
})

describe('what needs no network', () => {
  const adapter = evmAdapter({ apiOrigin: 'http://127.0.0.1:9', projectId: 'demo' })
  it('R3-17 is of its namespace', () => expect(adapter.namespace).toBe('eip155'))
  it('R1-10 loads what sends and what names accounts on demand', async () => {
    expect((await adapter.transfers?.())?.normalize(ADDRESS.toLowerCase(), base)).toBe(ADDRESS)
    expect((await adapter.names?.())?.isName('ada.eth')).toBe(true)
  })
  it('R3-24 links to the explorer, if the network has one', () => {
    expect(adapter.explorerAddressUrl?.(base, ADDRESS)).toBe(`https://basescan.org/address/${ADDRESS}`)
    expect(adapter.explorerTransactionUrl?.(base, HASH)).toBe(`https://basescan.org/tx/${HASH}`)
    expect(adapter.explorerAddressUrl?.(localhost, ADDRESS)).toBeUndefined()
  })
  it('R5-15 R5-38 checks the form of an address, and its checksum when asked', async () => {
    expect(adapter.isAddress(ADDRESS.toLowerCase())).toBe(true)
    expect(adapter.isAddress('0x12')).toBe(false)
    expect(await adapter.isChecksumAddress?.(ADDRESS)).toBe(true)
    expect(await adapter.isChecksumAddress?.(ADDRESS.replace('F', 'f'))).toBe(false)
  })
})
