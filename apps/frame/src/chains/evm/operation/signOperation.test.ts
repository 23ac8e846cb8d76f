import { parseUserOperation, safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { ChainRefusedError, OperationRefusedError, RequestBlockedError } from '@latchkey/protocol/frame'
import { hashTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { approvable } from '../../../testing/approvalRunner.ts'
import { type OperationAnswers, operationWorld } from '../../../testing/fakeBundler.ts'
import { paying, paymaster, sponsoredConfig } from '../../../testing/sponsorAnswers.ts'
import { smartConfig } from '../../../testing/worldFrame.ts'
import type { UserOperationIntent } from '../model/operation.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const send: UserOperationIntent = { calls: [{ to: friend, value: 1n, data: '0x' }] }
const refused = (rpcCode: number, rpcMessage: string) => () => {
  throw new ChainRefusedError({ data: { rpcCode, rpcMessage } })
}
describe('before it is signed', () => {
  const world = async (answers: OperationAnswers, config = smartConfig) => {
    let now = 1_000
    const opened = await operationWorld(send, answers, { now: () => now, config })
    return { ...opened, pass: (ms: number) => (now += ms) }
  }
  const nonce = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

  test('what is fresh is not asked again', async () => {
    const { prepare, confirm, asked, pass } = await world({})
    const prepared = await prepare()
    pass(15_000)
    expect(await confirm(prepared)).toBe(prepared)
    expect(asked('eth_simulateV1')).toHaveLength(4)
    // The clock was set back: how old it is nobody knows.
    pass(-3_600_000)
    await confirm(prepared)
    expect(asked('eth_simulateV1').length).toBeGreaterThan(4)
  })

  test('after a while it is simulated again; the same gas or not, the same screen', async () => {
    let gas = 30_000
    const eth_simulateV1 = () => [
      { calls: [{ status: '0x1', gasUsed: `0x${(gas++).toString(16)}`, logs: [] }] },
    ]
    const { prepare, confirm, pass } = await world({ eth_simulateV1 })
    const prepared = await prepare()
    pass(16_000)
    expect((await confirm(prepared)).view).toEqual(prepared.view)
  })

  test('another operation took its number: all of it is made anew', async () => {
    let next = 0
    const { prepare, confirm, pass } = await world({ eth_call: () => nonce(next) })
    const prepared = await prepare()
    next = 1
    pass(16_000)
    const again = approvable(await confirm(prepared))
    expect(again.payload.operation.nonce).toBe(1n)
    expect(again.view).not.toEqual(prepared.view)
  })

  test('the fee is asked anew after ten minutes', async () => {
    let price = 2_000_000_000
    const eth_getBlockByNumber = () => ({ number: '0x10', baseFeePerGas: `0x${price.toString(16)}` })
    const pimlico_getUserOperationGasPrice = refused(-32_601, 'no such method')
    const { prepare, confirm, pass } = await world({ eth_getBlockByNumber, pimlico_getUserOperationGasPrice })
    const prepared = approvable(await prepare())
    price *= 2
    pass(600_000)
    expect(approvable(await confirm(prepared)).payload).toEqual(prepared.payload)
    pass(1)
    const { maxFeePerGas } = approvable(await confirm(prepared)).payload.operation
    expect(maxFeePerGas).toBeGreaterThan(prepared.payload.operation.maxFeePerGas)
  })

  test('a sponsor’s word grows old', async () => {
    let word = 0
    const answers = { ...paying, pm_getPaymasterData: () => ({ paymaster, paymasterData: `0x0${word++}` }) }
    const { prepare, confirm, pass } = await world(answers, sponsoredConfig)
    const prepared = approvable(await prepare())
    pass(240_001)
    expect(approvable(await confirm(prepared)).payload.operation.paymasterData).toBe('0x01')
  })
})

describe('signing', () => {
  test('exactly what was shown, by the owner, with our own hash', async () => {
    const seen: string[] = []
    const intent = {
      ...send,
      onSigned: () => void seen.push('signed'),
    }
    const { prepare, approval, asked, owner } = await operationWorld(intent)
    const { payload } = approvable(await prepare())
    const sent = await approval.sign(payload, () => void seen.push('shown as signed'))
    expect(sent).toEqual({ chainId: 31337, userOpHash: payload.userOpHash, sinceBlock: 16n })
    expect(seen).toEqual(['shown as signed', 'signed'])
    const [[given, entryPoint]] = asked('eth_sendUserOperation') as [[unknown, string]]
    const { operation, signature } = parseUserOperation(given)
    expect(operation).toEqual(payload.operation)
    expect(entryPoint).toBe(safeAccount.entryPoint)
    const typed = safeAccount.operationToSign(operation, 31337, { after: 0, until: 0 })
    const expected = await owner.signTypedData(JSON.parse(typed.json))
    expect(signature).toBe(safeAccount.operationSignature(expected, { after: 0, until: 0 }))
  })

  const thief = privateKeyToAccount(generatePrivateKey())
  test.each<[string, (params: { typedData: string }) => unknown]>([
    [
      'by another key',
      async ({ typedData }) => ({
        signature: await thief.signTypedData(JSON.parse(typedData)),
        hash: hashTypedData(JSON.parse(typedData)),
      }),
    ],
    ['of another hash', () => ({ signature: `0x${'11'.repeat(64)}1b`, hash: `0x${'22'.repeat(32)}` })],
  ])('a signature %s goes nowhere', async (_, signTypedData) => {
    const { prepare, approval, frame, asked } = await operationWorld(send)
    const { payload } = approvable(await prepare())
    const client = await frame.keys.client()
    Object.assign(client.call, { signTypedData })
    frame.keys.client = async () => client
    await expect(approval.sign(payload, () => undefined)).rejects.toThrow(RequestBlockedError)
    expect(asked('eth_sendUserOperation')).toHaveLength(0)
  })

  test.each<[string, string, string]>([
    ["AA21 didn't pay prefund", 'funds', 'cannot pay the fee'],
    ['AA25 invalid account nonce', 'nonce', 'took its turn'],
    ['AA24 signature error', 'signature', 'signature'],
    ['AA33 reverted', 'sponsor', 'pay the fee'],
    ['AA31 paymaster deposit too low', 'sponsor', 'pay the fee'],
    ['AA10 sender already constructed', 'setup', 'set up'],
    ['AA95 out of gas', 'gas', 'more gas'],
    ['AA22 expired or not due', 'expired', 'too long'],
    ['maxFeePerGas must be at least 5', 'fee', 'too low by now'],
    ['no idea', 'other', 'refused'],
  ])('refused with %s', async (text, reason, sentence) => {
    const { prepare, approval } = await operationWorld(send, { eth_sendUserOperation: refused(-32500, text) })
    const { payload } = approvable(await prepare())
    const failure = approval.sign(payload, () => undefined)
    await expect(failure).rejects.toMatchObject({ code: OperationRefusedError.code, data: { reason } })
    await expect(failure).rejects.toThrow(sentence)
  })
})
