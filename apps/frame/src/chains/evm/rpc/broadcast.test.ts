import { ChainRefusedError, ChainUnreachableError, UncertainBroadcastError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import type { ChainRpc, RpcCall } from '../../../context/ChainRpc.ts'
import { broadcast } from './broadcast.ts'

const signed = { raw: '0x02', hash: '0xabc' }
const noWait = async () => undefined
function chainOf(answer: (call: RpcCall, count: number) => unknown): ChainRpc & { calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    batch: async () => [],
    paymaster: async () => null,
    tokens: async () => [],
    request: async (_, call) => {
      calls.push(call.method)
      return answer(call, calls.length)
    },
  }
}
const refused = (rpcMessage: string) => new ChainRefusedError({ data: { rpcCode: -32000, rpcMessage } })

test('gives the hash of what was sent', async () => {
  expect(
    await broadcast(
      chainOf(() => '0xabc'),
      1,
      signed,
      noWait,
    ),
  ).toBe('0xabc')
})

test('a network that has it already is no error', async () => {
  const chain = chainOf(() => {
    throw refused('already known')
  })
  expect(await broadcast(chain, 1, signed, noWait)).toBe('0xabc')
})

test('a refusal is passed on and nothing is sent again', async () => {
  const chain = chainOf(({ method }) => {
    if (method === 'eth_getTransactionByHash') return null
    throw refused('nonce too low')
  })
  await expect(broadcast(chain, 1, signed, noWait)).rejects.toThrow(ChainRefusedError)
  expect(chain.calls).toEqual(['eth_sendRawTransaction', 'eth_getTransactionByHash'])
})

test('what was refused because a block has it already was sent', async () => {
  // The first node took it and its answer was lost; the next one finds the number used.
  const chain = chainOf(({ method }) => {
    if (method === 'eth_getTransactionByHash') return { hash: '0xabc', blockNumber: '0x1' }
    throw refused('nonce too low: next nonce 6, tx nonce 5')
  })
  expect(await broadcast(chain, 1, signed, noWait)).toBe('0xabc')
})

test('a refusal stands where nobody tells more', async () => {
  const chain = chainOf(({ method }) => {
    throw method === 'eth_getTransactionByHash' ? new ChainUnreachableError() : refused('fee too low')
  })
  await expect(broadcast(chain, 1, signed, noWait)).rejects.toThrow(ChainRefusedError)
})

test('a connection lost while sending is settled by looking for the hash', async () => {
  const chain = chainOf(({ method }, count) => {
    if (count === 1) throw new ChainUnreachableError()
    return method === 'eth_getTransactionByHash' ? { hash: '0xabc' } : null
  })
  expect(await broadcast(chain, 1, signed, noWait)).toBe('0xabc')
  expect(chain.calls).toEqual(['eth_sendRawTransaction', 'eth_getTransactionByHash'])
})

test('what is not there is sent again, since the same bytes move nothing twice', async () => {
  const chain = chainOf(({ method }, count) => {
    if (count === 1) throw new ChainUnreachableError()
    return method === 'eth_getTransactionByHash' ? null : '0xabc'
  })
  expect(await broadcast(chain, 1, signed, noWait)).toBe('0xabc')
})

test('when nobody can tell, it says so, with the hash', async () => {
  const chain = chainOf(() => {
    throw new ChainUnreachableError()
  })
  const failure = await broadcast(chain, 1, signed, noWait).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UncertainBroadcastError)
  expect(failure).toMatchObject({ data: { hash: '0xabc' } })
})
