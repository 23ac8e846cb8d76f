import { testContracts } from '@latchkey/testing'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API, createTestService, type TestService, WALLET } from '../../testing/createTestService.ts'

const local = { name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
const { token } = testContracts
/** An address that owns nothing sends a token: ERC20InsufficientBalance (EIP-6093). */
const transfer = {
  to: token.address,
  data: encodeFunctionData({ abi: token.abi, functionName: 'transfer', args: [token.address, 1n] }),
}
let anvil: Anvil
let service: TestService
beforeAll(async () => {
  anvil = await startAnvil()
  service = await createTestService({
    chains: [
      { ...local, id: 31_337, rpcUrls: [anvil.url] },
      { ...local, id: 31_338, rpcUrls: [anvil.url, 'http://127.0.0.1:1'] },
    ],
  })
})
afterAll(async () => {
  await service.stop()
  await anvil.stop()
})

async function ask(chain: number, calls: readonly object[]) {
  const bodies = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
  const answer = await service.app.request(`${API}/v1?chainId=eip155:${chain}&projectId=demo`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: WALLET },
    body: JSON.stringify(bodies.length === 1 ? bodies[0] : bodies),
  })
  return { status: answer.status, body: await answer.json() }
}

test.each([31_337, 31_338])('R8-88 a revert of a real node comes through, on network %i', async (chain) => {
  const error = {
    code: 3,
    message: expect.stringContaining('revert'),
    data: expect.stringMatching(/^0xe450d38c/),
  }
  for (const method of ['eth_call', 'eth_estimateGas']) {
    const { status, body } = await ask(chain, [{ method, params: [transfer] }])
    expect({ status, body }).toMatchObject({ status: 200, body: { error } })
  }
  const calls = ['eth_call', 'eth_estimateGas'].map((method) => ({ method, params: [transfer] }))
  expect(await ask(chain, [...calls, { method: 'eth_chainId' }])).toMatchObject({
    status: 200,
    body: [{ error }, { error }, { result: '0x7a69' }],
  })
})
