import { expect, test } from 'vitest'
import { networkSchema } from '../../config/networks.ts'
import { checkNetworks } from './checkNetworks.ts'
import type { ask, Diagnosis } from './Diagnosis.ts'

const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const SOLANA_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

async function examine(caip2: string, ...bodies: (string | Error)[]) {
  const rpcUrls = bodies.map((_, index) => `https://esplora.example/${index}/api?key=secret`)
  const answer: typeof ask = async (address, { method = 'GET', body: sent } = {}) => {
    const { pathname, searchParams } = new URL(address)
    const body = bodies[Number(pathname.split('/')[1])]
    if (body instanceof Error || body === undefined) throw body
    const isAsked =
      method === 'POST' ? `${sent}`.includes('getGenesisHash') : pathname.endsWith('/api/block-height/0')
    expect([isAsked, searchParams.get('key')]).toEqual([true, 'secret'])
    return { status: body === '' ? 404 : 200, headers: new Headers(), body }
  }
  const networks = [networkSchema.parse({ caip2, name: 'Local', rpcUrls })]
  const found = await checkNetworks({ ask: answer, config: { networks } } as unknown as Diagnosis)
  expect(JSON.stringify(found)).not.toContain('secret')
  return found.map(({ level }) => level).join()
}

const regtest = `bip122:${GENESIS.slice(0, 32)}`
const solana = `solana:${SOLANA_GENESIS.slice(0, 32)}`

test.each([
  ['ok', regtest, [GENESIS, `${GENESIS}\n`]],
  ['warn', regtest, [GENESIS, '']],
  ['warn', regtest, [new Error('down'), GENESIS]],
  ['fail', regtest, [new Error('down')]],
  ['fail', regtest, [GENESIS, '00'.repeat(32)]],
  ['ok', solana, [JSON.stringify({ result: SOLANA_GENESIS })]],
  ['fail', solana, [JSON.stringify({ result: GENESIS })]],
  ['fail', solana, ['<html>']],
])('the doctor says %s of %s that answers %j', async (level, caip2, bodies) => {
  expect(await examine(caip2, ...bodies)).toBe(level)
})
