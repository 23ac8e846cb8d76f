import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { DEFAULT_LIMITS } from '../../config/Limits.ts'
import { type RpcAnswer, type RpcQuestion, startJsonRpc } from '../../testing/startJsonRpc.ts'
import { ChainReadError, createChainReader } from './createChainReader.ts'

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const tokens = [
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000002',
] as const
const calls = tokens.map((to) => ({ to, data: '0x70a08231' as Hex }))
const reverted = { error: { code: 3, message: 'execution reverted', data: '0x' } }

type Node = Awaited<ReturnType<typeof startJsonRpc>>
let nodes: Node[] = []
afterEach(async () => {
  await Promise.all(nodes.map(({ stop }) => stop()))
  nodes = []
})

/** What each contract answers; Multicall3 puts it together unless it is one of them. */
type Contracts = (to: string) => RpcAnswer | undefined

function answerOf(contracts: Contracts, { method, params }: RpcQuestion): RpcAnswer {
  if (method === 'eth_getBalance') return { result: '0x7' }
  if (method === 'net_version') return { result: '1' }
  const { to, data } = (params as [{ to: string; data: Hex }])[0]
  const own = contracts(to)
  if (own !== undefined) return own
  const { args } = decodeFunctionData({ abi: multicall3Abi, data }) as {
    args: readonly [readonly { target: string }[]]
  }
  const result = args[0].map(({ target }) => {
    const answer = contracts(target.toLowerCase()) as { result?: Hex }
    return { success: answer.result !== undefined, returnData: answer.result ?? '0x' }
  })
  return {
    result: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }),
  }
}

async function open(
  contracts: Contracts,
  options: { multicall?: string; total?: number; raw?: Parameters<typeof startJsonRpc>[1] } = {},
) {
  let time = 0
  const { total = 60_000 } = options
  const node = await startJsonRpc((call) => answerOf(contracts, call), options.raw)
  nodes.push(node)
  const chain = chainSchema.parse({
    id: 5,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [node.url],
    ...(options.multicall ? { multicall: options.multicall } : {}),
  })
  const reader = createChainReader(chain, { ...DEFAULT_LIMITS, dataTry: total, dataTotal: total }, () => time)
  return {
    node,
    read: () => reader.read(({ call }) => call(calls)),
    native: () => reader.read((network) => network.nativeBalance(tokens[0])),
    together: () =>
      reader.read((network) => Promise.all([network.nativeBalance(tokens[0]), network.call(calls)])),
    advance: (ms: number) => {
      time += ms
    },
  }
}
const bothAre =
  (first: RpcAnswer, second: RpcAnswer): Contracts =>
  (to) =>
    to === tokens[0] ? first : to === tokens[1] ? second : undefined

describe('contracts', () => {
  test('all are read by one call of Multicall3, in one request with the native balance', async () => {
    const { node, together } = await open(bothAre({ result: word(1n) }, { result: word(2n) }))
    expect(await together()).toEqual([7n, [word(1n), word(2n)]])
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_getBalance', 'eth_call'])
    expect(node.headers).toHaveLength(1)
  })
  test('one that reverts is null, and the others are told', async () => {
    const { read } = await open(bothAre(reverted, { result: word(2n) }))
    expect(await read()).toEqual([null, word(2n)])
  })
  test('without Multicall3 they go in one batch, and it is not asked for again', async () => {
    const contracts = bothAre({ result: word(1n) }, reverted)
    const { node, read, advance } = await open((to) => contracts(to) ?? { result: '0x' })
    expect([await read(), await read()]).toEqual(Array(2).fill([word(1n), null]))
    expect([node.calls.length, node.headers.length]).toEqual([5, 3])
    advance(600_000)
    await read()
    expect(node.calls).toHaveLength(8)
  })
  test('without Multicall3 by configuration, nobody calls it', async () => {
    const { node, read } = await open(bothAre({ result: word(1n) }, { result: word(2n) }), {
      multicall: 'none',
    })
    expect(await read()).toEqual([word(1n), word(2n)])
    expect(node.calls).toHaveLength(2)
  })
  test('a contract in place of Multicall3 that answers something else changes nothing', async () => {
    const contracts = bothAre({ result: word(1n) }, { result: word(2n) })
    for (const answer of [
      word(3n),
      `0x${'00'.repeat(9_999)}`,
      '0x12',
      'text',
      null,
      { a: 1 },
      word(2n ** 255n),
    ]) {
      const { read } = await open((to) => contracts(to) ?? { result: answer })
      expect(await read()).toEqual([word(1n), word(2n)])
    }
  })
  test('a token that answers a megabyte is null, and takes nothing from the others', async () => {
    const long = { result: `0x${'ab'.repeat(1_200_000)}` }
    for (const multicall of ['none', undefined]) {
      const { together } = await open(bothAre(long, { result: word(2n) }), multicall ? { multicall } : {})
      expect(await together()).toEqual([7n, [null, word(2n)]])
    }
  })
  test.each(['0x1', '0xzz', '<script>', 7, null, [], { toString: 1 }])(
    '%j is no answer of a contract',
    async (result) => {
      const { read } = await open(bothAre({ result }, { result: word(2n) }), { multicall: 'none' })
      expect(await read()).toEqual([null, word(2n)])
    },
  )
})

test.each(['-0x1', '0x', '7', 7, -1, '0x1.5', `0x${'f'.repeat(65)}`, '<b>', null, {}])(
  'a native balance of %j is none',
  async (result) => {
    const node = await startJsonRpc(() => ({ result }))
    nodes.push(node)
    const chain = {
      id: 5,
      name: 'T',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: [node.url],
    }
    const reader = createChainReader(chainSchema.parse(chain), DEFAULT_LIMITS, () => 0)
    await expect(reader.read((network) => network.nativeBalance(tokens[0]))).rejects.toBeInstanceOf(
      ChainReadError,
    )
  },
)

describe('a network that does not answer', () => {
  const nothing: Contracts = () => null
  test('is an error within the time, and none that holds an address', async () => {
    const { read, node } = await open(nothing, { total: 300 })
    const error = await read().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ChainReadError)
    expect((error as Error).message).not.toContain(String(node.port))
  })
  test('is left alone after five failures, for ten seconds', async () => {
    let isDown = true
    const { node, native, advance } = await open(nothing, {
      raw: (response) => {
        if (!isDown) return false
        response.writeHead(401).end('<html>')
        return true
      },
    })
    for (let asked = 0; asked < 9; asked += 1) await expect(native()).rejects.toBeInstanceOf(ChainReadError)
    expect(node.headers).toHaveLength(5)
    isDown = false
    await expect(native()).rejects.toBeInstanceOf(ChainReadError)
    advance(10_000)
    expect(await native()).toBe(7n)
    expect(await native()).toBe(7n)
  })
  test('a node whose limit is reached is no contract that reverts', async () => {
    const limit = { error: { code: -32_005, message: 'limit exceeded' } }
    const { read } = await open(bothAre(limit, { result: word(2n) }), { multicall: 'none' })
    await expect(read()).rejects.toBeInstanceOf(ChainReadError)
  })
})
