import { encodeFunctionData, parseAbi } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { operationWorld } from '../../../testing/fakeBundler.ts'
import { friend } from '../../../workbench/sampleRequests.ts'

const testToken = '0x0cc31af540b190b1745114f1E65909DFEa2FFF24'
const mint = encodeFunctionData({
  abi: parseAbi(['function mint(address to, uint256 value)']),
  args: [friend, 5n],
})
const multicall = (...data: `0x${string}`[]) =>
  encodeFunctionData({ abi: parseAbi(['function multicall(bytes[] data)']), args: [data] })
const call = (data: `0x${string}`) => ({ to: testToken, value: 0n, data }) as const
const titles = (view: { warnings: readonly { level: string; title: { key: string } }[] }) =>
  view.warnings.map(({ level, title }) => `${level} ${title.key}`)

/** Nobody waits for descriptors longer than three seconds: they are loaded before. */
beforeAll(async () => void (await import('@latchkey/chain-evm/decode/clearSigning')))

describe('operations of the smart account', () => {
  test('a call that a descriptor covers says what it does', async () => {
    const { view } = await (await operationWorld({ calls: [call(mint)] })).prepare()
    expect(view).toMatchObject({ title: 'clear.title.testTokens', sentence: { key: 'clear.say.testTokens' } })
    expect(titles(view)).not.toContain('warning warn.unknownCall')
  })

  test('so does each row of several', async () => {
    const calls = [call(mint), call('0x12345678')]
    const { view } = await (await operationWorld({ calls })).prepare()
    expect(view.calls).toMatchObject([
      { sentence: { key: 'clear.say.testTokens' } },
      { sentence: { key: 'unknown.say' }, level: 'warning' },
    ])
    expect(view.calls?.[0]).not.toHaveProperty('level')
  })

  test('the steps of a single call stand there, and one that cannot be read is a danger', async () => {
    const { view } = await (await operationWorld({ calls: [call(multicall(mint, '0x12345678'))] })).prepare()
    expect(view.calls).toMatchObject([
      { sentence: { key: 'clear.say.testTokens' } },
      { sentence: { key: 'unknown.say' }, level: 'danger' },
    ])
    expect(titles(view)).toContain('danger warn.innerCalls')
  })
})
