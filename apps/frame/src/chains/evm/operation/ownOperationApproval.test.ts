import { safeAccount, toRpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import type { Call } from '@latchkey/chain-evm/decode/smartAccount/model'
import { RequestBlockedError, RpcParamsError } from '@latchkey/protocol/frame'
import { describe, expect, test } from 'vitest'
import { usualOperationAnswers } from '../../../testing/fakeBundler.ts'
import { fakeChain, fakeFrame } from '../../../testing/fakeFrame.ts'
import { plainChain, signingKeys, smartChain, smartConfig } from '../../../testing/worldFrame.ts'
import { openApproval } from '../approvalKinds.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const { owner, state, keys } = signingKeys()
const smart = safeAccount.addressOf(owner.address)
const transfer: Call = { to: friend, value: 5n, data: '0x' }
const operationOf = (calls: readonly Call[], fields: object = {}) => ({
  ...toRpcUserOperation(
    {
      sender: smart,
      nonce: 7n,
      callData: safeAccount.encodeCalls(calls),
      callGasLimit: 1n,
      verificationGasLimit: 1n,
      preVerificationGas: 1n,
      maxFeePerGas: 10n ** 18n,
      maxPriorityFeePerGas: 1n,
    },
    '0x1234',
  ),
  ...fields,
})
const frameOf = () => {
  const sent: unknown[] = []
  const chain = fakeChain(({ method, params }) => {
    if (method === 'eth_sendUserOperation') sent.push(params)
    const found = usualOperationAnswers[method]
    return typeof found === 'function' ? found(params as never) : (found ?? null)
  })
  return { frame: fakeFrame({ chain, state, keys: keys as never, config: smartConfig, now: () => 1 }), sent }
}
const open = (params: readonly unknown[], chain = smartChain) =>
  openApproval(frameOf().frame, { method: 'eth_sendUserOperation', params, chain })
const { entryPoint } = safeAccount

describe('eth_sendUserOperation', () => {
  test('R6-22 its calls are shown; number, gas, fee and signature are the wallet’s own', async () => {
    const { frame, sent } = frameOf()
    const request = {
      method: 'eth_sendUserOperation',
      params: [operationOf([transfer]), entryPoint],
      chain: smartChain,
    }
    const approval = await openApproval(frame, request)
    const { view, payload } = await approval.prepare(new AbortController().signal)
    expect(view).toMatchObject({ sentence: { key: 'send.native', values: { amount: { amount: 5n } } } })
    expect(payload).toMatchObject({ operation: { nonce: 0n, maxFeePerGas: 2_000_000_000n } })
    expect(await approval.sign(payload, () => undefined)).toBe((payload as { userOpHash: string }).userOpHash)
    expect(sent).toHaveLength(1)
  })

  const other = '0x1111111111111111111111111111111111111111'
  test.each<[string, readonly unknown[], unknown]>([
    ['another account', [operationOf([transfer], { sender: friend }), entryPoint], RequestBlockedError],
    [
      'the plain account',
      [operationOf([transfer], { sender: owner.address }), entryPoint],
      RequestBlockedError,
    ],
    ['another entry point', [operationOf([transfer]), other], RequestBlockedError],
    ['no entry point', [operationOf([transfer])], RpcParamsError],
    [
      'call data of another kind',
      [operationOf([transfer], { callData: '0x12345678' }), entryPoint],
      RequestBlockedError,
    ],
    [
      'a paymaster of its own',
      [
        operationOf([transfer], {
          paymaster: other,
          paymasterData: '0x',
          paymasterVerificationGasLimit: '0x1',
          paymasterPostOpGasLimit: '0x1',
        }),
        entryPoint,
      ],
      RequestBlockedError,
    ],
    [
      'an EIP-7702 authorization',
      [operationOf([transfer], { eip7702Auth: { address: other } }), entryPoint],
      RequestBlockedError,
    ],
    [
      'a field that nobody knows',
      [operationOf([transfer], { aggregator: other }), entryPoint],
      RpcParamsError,
    ],
    [
      'orders to the account itself',
      [operationOf([{ ...transfer, to: smart, data: '0x610b5925' }]), entryPoint],
      RequestBlockedError,
    ],
    ['nothing', [null, entryPoint], RpcParamsError],
  ])('refuses %s', (_, params, error) => expect(open(params)).rejects.toThrow(error as new () => Error))

  test('a network without smart accounts', async () => {
    await expect(open([operationOf([transfer]), entryPoint], plainChain)).rejects.toThrow(RequestBlockedError)
  })
})

describe('eth_sendTransaction', () => {
  const send = (fields: object) =>
    openApproval(frameOf().frame, {
      method: 'eth_sendTransaction',
      params: [{ from: smart, to: friend, ...fields }],
      chain: smartChain,
    })
  test.each<[string, object, string]>([
    ['EIP-7702, type 4', { type: '0x4' }, 'delegation'],
    ['an authorization list', { authorizationList: [] }, 'delegation'],
    ['a blob', { blobs: [] }, 'blob'],
    ['another network', { chainId: '0x1' }, 'wrongNetwork'],
  ])('%s is refused for the smart account too', (_, fields, reason) =>
    expect(send(fields)).rejects.toMatchObject({ data: { reason } }),
  )
  const nested = (to: string) =>
    // multicall(bytes[]) of somebody else, with one call in it, reaches nobody but its own contract.
    `0xac9650d8${'20'.padStart(64, '0')}${'0'.padStart(64, '0')}${to.slice(2)}`
  test.each([
    ['from the smart account', smart],
    ['from the plain account', owner.address],
  ])('orders to the account itself are refused %s, on every network', async (_, from) => {
    for (const chain of [smartChain, plainChain]) {
      if (chain === plainChain && from === smart) continue
      const request = {
        method: 'eth_sendTransaction',
        params: [{ from, to: smart, data: nested(friend) }],
        chain,
      }
      await expect(openApproval(frameOf().frame, request)).rejects.toMatchObject({
        data: { reason: 'ownAccount' },
      })
    }
  })
  test('money to the own account is no order', async () => {
    const request = {
      method: 'eth_sendTransaction',
      params: [{ from: owner.address, to: smart, value: '0x1' }],
      chain: smartChain,
    }
    await expect(openApproval(frameOf().frame, request)).resolves.toBeDefined()
  })
})
