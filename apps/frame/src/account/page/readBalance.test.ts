import { expect, test } from 'vitest'
import { sampleConfig } from '../testing/sampleAccount.ts'
import { readBalance } from './readBalance.ts'

const owner = `0x${'1'.repeat(40)}` as const
const token = (numeric: string, decimals: string, price?: number) => ({
  ...{ name: 'Token', symbol: 'T', chainId: 'eip155:1', quantity: { decimals, numeric } },
  ...(price === undefined ? {} : { price }),
})
const signal = new AbortController().signal
const read = (answer: (url: string) => Response, smart = false) => {
  const [chain] = sampleConfig.chains
  if (!chain) throw new Error('no chain')
  const chains = [{ ...chain, ...(smart ? { smartAccounts: { entryPoint: '0.7' as const } } : {}) }]
  return readBalance({ ...sampleConfig, chains }, owner, signal, async (url) => answer(url))
}

test('everything with a price is added up exactly', async () => {
  const balances = [token('1.5', '18', 2806.4312), token('0.1', '6', 0.2), token('3', '6')]
  expect(await read(() => Response.json({ balances }))).toEqual({ cents: 420_966n, isWhole: false })
})

test('plain and smart account count together, and a silent network is said', async () => {
  const asked: string[] = []
  const balance = await read((url) => {
    asked.push(new URL(url).pathname)
    const unavailable = asked.length === 1 ? {} : { unavailable: ['eip155:1'] }
    return Response.json({ balances: [token('1', '6', 1)], ...unavailable })
  }, true)
  expect(new Set(asked).size).toBe(2)
  expect(balance).toEqual({ cents: 200n, isWhole: false })
})

test('a service that refuses, or says nonsense, tells nothing', async () => {
  await expect(read(() => Response.json({ balances: [token('-1', '6', 1)] }))).rejects.toThrow()
  await expect(read(() => new Response('', { status: 503 }))).rejects.toThrow()
})
