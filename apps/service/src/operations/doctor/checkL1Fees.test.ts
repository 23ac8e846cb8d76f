import { expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { checkL1Fees } from './checkL1Fees.ts'
import type { Diagnosis } from './Diagnosis.ts'

const FEE = `0x${'5'.padStart(64, '0')}`
const BASE = 8_453

/** What the doctor says of one chain whose oracle answers so. */
async function examine(answer: string | undefined, chain: { id: number; l1Fee?: string }) {
  const ask: Diagnosis['ask'] = async (_, options) => {
    const { method, params } = JSON.parse(options?.body ?? '') as { method: string; params: [{ to: string }] }
    expect([method, params[0].to]).toEqual(['eth_call', '0x420000000000000000000000000000000000000F'])
    const error = { code: 3, message: 'execution reverted' }
    const body = { jsonrpc: '2.0', id: 1, ...(answer === undefined ? { error } : { result: answer }) }
    return { status: 200, headers: new Headers(), body: JSON.stringify(body) }
  }
  const parsed = chainSchema.parse({
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://node.example/key'],
    ...chain,
  })
  const findings = await checkL1Fees({ ask, config: { chains: [parsed] } } as unknown as Diagnosis)
  expect(JSON.stringify(findings)).not.toContain('/key')
  return findings.map(({ check, level }) => `${level} ${check}`)
}

test.each([
  ['a network that is known tells its fee', FEE, { id: BASE }, ['ok l1Fee.8453']],
  ['one that the operator names tells its fee', FEE, { id: 5, l1Fee: 'opStack' }, ['ok l1Fee.5']],
  ['one that is known has no oracle', '0x', { id: BASE }, ['warn l1Fee.8453']],
  ['its oracle reverts', undefined, { id: BASE }, ['warn l1Fee.8453']],
  ['nobody named it, and it has an oracle', FEE, { id: 5 }, ['warn l1Fee.5']],
  ['a network without such a fee', '0x', { id: 1 }, []],
  ['a network without such a fee that reverts', undefined, { id: 1 }, []],
])('%s', async (_, answer, chain, expected) => {
  expect(await examine(answer, chain)).toEqual(expected)
})

test('what the operator rules out is not asked', async () => {
  const ask = () => Promise.reject(new Error('asked'))
  const chains = [{ id: BASE, l1Fee: 'none', rpcUrls: ['https://node.example'] }]
  expect(await checkL1Fees({ ask, config: { chains } } as unknown as Diagnosis)).toEqual([])
})
