import { jsonRpc } from '@latchkey/testing/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountContracts } from './accountContracts.ts'
import { startPaymasterService } from './startPaymasterService.ts'
import type { LyingServer } from './startRpcServer.ts'
import { startTestChain, type TestChain } from './testing/TestChain.ts'

let chain: TestChain
let service: LyingServer
beforeAll(async () => {
  chain = await startTestChain()
  service = await startPaymasterService({ chainUrl: chain.anvil.url, sponsor: 'Acme' })
})
afterAll(async () => {
  await service.stop()
  await chain.stop()
})

const sender = '0x00000000000000000000000000000000000000A1'
const { entryPoint, paymaster } = accountContracts
const ask = (method: string, ...params: unknown[]) => jsonRpc(service.url)(method, params)

test('stub data names the sponsor and is not final; data is signed for the operation', async () => {
  const stub = await ask('pm_getPaymasterStubData', { sender }, entryPoint, '0x7a69', {})
  expect(stub).toMatchObject({ paymaster, sponsor: { name: 'Acme' }, isFinal: false })
  const signed = (nonce: string) => ask('pm_getPaymasterData', { sender, nonce }, entryPoint, '0x7a69', {})
  expect(await signed('0x1')).toEqual(await signed('0x1'))
  expect(await signed('0x1')).not.toEqual(await signed('0x2'))
})

test('another entry point, another network, no operation and other methods are refused', async () => {
  const data = 'pm_getPaymasterData'
  await expect(ask(data, { sender }, sender, '0x7a69', {})).rejects.toThrow('Another entry point.')
  await expect(ask(data, { sender }, entryPoint, '0x1', {})).rejects.toThrow('Another network.')
  await expect(ask(data, {}, entryPoint, '0x7a69', {})).rejects.toThrow('no sender')
  await expect(ask('eth_chainId')).rejects.toThrow('no such method')
})
