import { createServer } from 'node:http'
import { httpRequest, jsonRpc } from '@latchkey/testing/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { falseAnswers } from './falseAnswers.ts'
import { startLyingBundler } from './startLyingBundler.ts'
import type { LyingServer } from './startRpcServer.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const truths: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_supportedEntryPoints: () => ['0xaa'],
  eth_sendUserOperation: () => hash('a'),
  eth_estimateUserOperationGas: () => ({ callGasLimit: '0x1', preVerificationGas: '0x2' }),
  pimlico_getUserOperationGasPrice: () => ({}),
  eth_getUserOperationReceipt: ([asked]) => ({ userOpHash: asked, success: false }),
}

/** A bundler that answers from a table. */
const upstream = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk))
  request.on('end', () => {
    const { method, params } = JSON.parse(body)
    const answer = truths[method]
    const error = { code: -32601, message: 'unknown', data: 'more' }
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id: 1, ...(answer ? { result: answer(params) } : { error }) }),
    )
  })
})

let bundler: LyingServer
let ask: ReturnType<typeof jsonRpc>
beforeEach(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = upstream.address()
  const port = typeof address === 'object' && address ? address.port : 0
  bundler = await startLyingBundler({ upstream: `http://127.0.0.1:${port}` })
  ask = jsonRpc(bundler.url)
})
afterEach(async () => {
  await bundler.stop()
  await new Promise((resolve) => upstream.close(resolve))
})

test('without a lie every answer and every error is the real one, and the calls are remembered', async () => {
  expect(await ask('eth_sendUserOperation', [{}])).toBe(hash('a'))
  const reply = await httpRequest(bundler.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 'seven', method: 'eth_nothing' }),
  })
  expect(JSON.parse(reply.body)).toEqual({
    jsonrpc: '2.0',
    id: 'seven',
    error: { code: -32601, message: 'unknown', data: 'more' },
  })
  expect(bundler.calls).toEqual([
    { method: 'eth_sendUserOperation', params: [{}] },
    { method: 'eth_nothing', params: [] },
  ])
})

test('false answers to one method leave the others true, and end when they are taken back', async () => {
  bundler.tell(falseAnswers.anotherHash)
  expect(await ask('eth_sendUserOperation')).toBe(`${hash('a').slice(0, -1)}0`)
  expect(await ask('eth_supportedEntryPoints')).toEqual(['0xaa'])
  bundler.tell(falseAnswers.gas('preVerificationGas', 255n))
  expect(await ask('eth_estimateUserOperationGas')).toEqual({
    callGasLimit: '0x1',
    preVerificationGas: '0xff',
  })
  bundler.tell(falseAnswers.fee(16n))
  expect(await ask('pimlico_getUserOperationGasPrice')).toMatchObject({ fast: { maxFeePerGas: '0x10' } })
  bundler.tell(falseAnswers.receiptOf(hash('b')))
  expect(await ask('eth_getUserOperationReceipt', [hash('c')])).toMatchObject({ userOpHash: hash('b') })
  bundler.tell(falseAnswers.contrarySuccess)
  expect(await ask('eth_getUserOperationReceipt', [hash('c')])).toMatchObject({ success: true })
  bundler.tell(falseAnswers.noReceipt)
  expect(await ask('eth_getUserOperationReceipt', [hash('c')])).toBeNull()
  bundler.tell()
  expect(await ask('eth_sendUserOperation')).toBe(hash('a'))
})

test('refusing, cutting, late and meaningless answers', async () => {
  bundler.tell(falseAnswers.refuses(-32508, 'paymaster balance is too low'))
  await expect(ask('eth_sendUserOperation')).rejects.toThrow('paymaster balance is too low')
  bundler.tell(falseAnswers.cutAfterAccepting)
  await expect(ask('eth_sendUserOperation')).rejects.toThrow('socket hang up')
  expect(await ask('eth_supportedEntryPoints')).toEqual(['0xaa'])
  bundler.tell(falseAnswers.dead)
  await expect(ask('eth_supportedEntryPoints')).rejects.toThrow('socket hang up')
  bundler.tell(falseAnswers.gibberish)
  await expect(ask('eth_supportedEntryPoints')).rejects.toThrow('JSON')
  bundler.tell(falseAnswers.slow(20))
  const asked = performance.now()
  expect(await ask('eth_supportedEntryPoints')).toEqual(['0xaa'])
  expect(performance.now() - asked).toBeGreaterThanOrEqual(19)
  bundler.tell(falseAnswers.silent)
  await expect(ask('eth_supportedEntryPoints', [], AbortSignal.timeout(50))).rejects.toThrow()
})

test('a dead upstream looks dead', async () => {
  await bundler.stop()
  bundler = await startLyingBundler({ upstream: 'http://127.0.0.1:9' })
  await expect(jsonRpc(bundler.url)('eth_supportedEntryPoints')).rejects.toThrow('socket hang up')
})
