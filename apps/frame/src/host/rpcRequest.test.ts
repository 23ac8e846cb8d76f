import {
  NotAvailableError,
  NotConnectedError,
  RpcNotAllowedError,
  UnknownChainError,
} from '@latchkey/protocol/frame'
import { RateLimitedError } from '@latchkey/protocol/http'
import { SAFE_CHAIN_METHODS, SAFE_USER_OPERATION_METHODS, UNSAFE_METHODS } from '@latchkey/protocol/policy'
import { describe, expect, test } from 'vitest'
import { broadcast } from '../chains/evm/rpc/broadcast.ts'
import { fakeChain, fakeFrame, signedIn, signedOut, testAddress } from '../testing/fakeFrame.ts'
import { smartConfig } from '../testing/worldFrame.ts'
import { rpcHandlers } from './rpc.ts'

const context = { origin: '', signal: new AbortController().signal }
const chain = fakeChain(({ method }) => `chain ${method}`)
const call = (method: string, params?: unknown[], state = signedIn, chainId?: string) =>
  Promise.resolve(
    rpcHandlers.rpcRequest(fakeFrame({ state, chain }))(
      { method, ...(params ? { params } : {}), ...(chainId ? { chainId } : {}) },
      context as Parameters<ReturnType<typeof rpcHandlers.rpcRequest>>[1],
    ),
  )
const offered = [...UNSAFE_METHODS]
const local = ['eth_chainId', 'net_version']

describe('what a method may do', () => {
  test.each([...SAFE_CHAIN_METHODS].filter((method) => !local.includes(method)))(
    '%s goes to the network, connected or not',
    async (method) => {
      expect(await call(method)).toBe(`chain ${method}`)
      expect(await call(method, [], signedOut)).toBe(`chain ${method}`)
    },
  )

  test('the network’s id is answered at once', async () => {
    expect(await call('eth_chainId')).toBe('0x7a69')
    expect(await call('eth_chainId', [], signedIn, 'eip155:8453')).toBe('0x2105')
    expect(await call('net_version')).toBe('31337')
  })

  test.each(offered)('%s waits for a person', async (method) => {
    expect(await call(method, [])).toBe(`approved ${method}`)
    await expect(call(method, [], signedOut)).rejects.toThrow(NotConnectedError)
    await expect(call(method, [], { ...signedIn, granted: false })).rejects.toThrow(NotConnectedError)
  })

  test.each([...SAFE_USER_OPERATION_METHODS])('%s is for networks with smart accounts', async (method) => {
    await expect(call(method, [])).rejects.toThrow(NotAvailableError)
    const frame = fakeFrame({ state: signedOut, chain, config: smartConfig })
    expect(await rpcHandlers.rpcRequest(frame)({ method, params: [] }, context as never)).toBe(
      `chain ${method}`,
    )
  })

  test.each([
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'wallet_switchEthereumChain',
    'debug_traceCall',
    'anvil_setBalance',
    'admin_peers',
    'eth_getEncryptionPublicKey',
    'constructor_x',
  ])('%s is refused', async (method) => {
    await expect(call(method)).rejects.toThrow(RpcNotAllowedError)
  })

  test('a network that the project does not serve is refused', async () => {
    await expect(call('eth_call', [], signedIn, 'eip155:5')).rejects.toThrow(UnknownChainError)
    await expect(call('personal_sign', [], signedIn, 'solana:x')).rejects.toThrow(UnknownChainError)
  })
})

describe('what reveals the account', () => {
  test('R6-14 eth_accounts is empty for a site that is not connected', async () => {
    expect(await call('eth_accounts')).toEqual([testAddress])
    expect(await call('eth_accounts', [], { ...signedIn, granted: false })).toEqual([])
    expect(await call('eth_accounts', [], signedOut)).toEqual([])
  })

  test('R6-14 eth_requestAccounts asks to connect first', async () => {
    expect(await call('eth_requestAccounts')).toEqual([testAddress])
    await expect(call('eth_requestAccounts', [], signedOut)).rejects.toThrow(NotConnectedError)
  })
})

test('a host that reads all the time is refused, and the wallet’s own calls are not', async () => {
  const endings: (() => void)[] = []
  const busy = {
    ...chain,
    request: (_: number, { method }: { method: string }) =>
      method === 'eth_sendRawTransaction'
        ? Promise.resolve('0xhash')
        : new Promise<string>((resolve) => endings.push(() => resolve('0x1'))),
  }
  const frame = fakeFrame({ chain: busy })
  const read = () =>
    rpcHandlers.rpcRequest(frame)(
      { method: 'eth_blockNumber' },
      context as Parameters<ReturnType<typeof rpcHandlers.rpcRequest>>[1],
    )
  const running = Array.from({ length: 20 }, read)
  await expect(read()).rejects.toThrow(RateLimitedError)
  expect(await broadcast(frame.chain, 31337, { raw: '0x', hash: '0xhash' })).toBe('0xhash')
  for (const end of endings) end()
  await Promise.all(running)
})
