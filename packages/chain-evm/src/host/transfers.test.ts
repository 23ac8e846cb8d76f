import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { type RpcServer, startRpcServer } from '../testing/rpcServer.ts'
import { base } from './networks.ts'
import { createTransfers } from './transfers.ts'

const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** One of the tokens whose `transfer` answers nothing. */
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7'
const GWEI = 1_000_000_000n
const hex = (value: bigint) => `0x${value.toString(16)}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const transfer = { network: base, from: FROM, to: TO, amount: 10n ** 16n }

let server: RpcServer | undefined
afterEach(() => server?.close())

type Answers = Record<string, (params: unknown[]) => unknown>
async function make(answers: Answers = {}) {
  const all: Answers = {
    eth_estimateGas: () => hex(21_000n),
    eth_getBlockByNumber: () => ({ number: '0x1', baseFeePerGas: hex(10n * GWEI), transactions: [] }),
    eth_maxPriorityFeePerGas: () => hex(GWEI),
    eth_getCode: () => '0x',
    ...answers,
  }
  server = await startRpcServer(({ method, params = [] }) => {
    const answer = all[method]
    if (!answer) throw new Error(`unexpected ${method}`)
    return answer(params)
  })
  return createTransfers({ apiOrigin: server.origin, projectId: 'demo' })
}

describe('the request', () => {
  it('R3-17 R1-10 asks the wallet to send coins, in wei', async () => {
    expect((await make()).request(transfer)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: FROM, to: TO, value: '0x2386f26fc10000' }],
    })
  })
  it('R1-10 R9-68 calls a token’s transfer, whatever the token would answer', async () => {
    const { params } = await (await make()).request({ ...transfer, token: USDT, amount: 5n })
    const [call] = params as [{ to: Hex; value: Hex; data: Hex }]
    expect(call).toMatchObject({ from: FROM, to: USDT, value: '0x0' })
    expect(decodeFunctionData({ abi: erc20Abi, data: call.data })).toEqual({
      functionName: 'transfer',
      args: [TO, 5n],
    })
  })
})

describe('the fee', () => {
  it('bears twice the base fee, the tip, and a tenth to spare', async () => {
    const { estimateFee } = await make()
    expect(await estimateFee(transfer)).toBe((21_000n * 21n * GWEI * 11n) / 10n)
  })
  it('of what runs code is a fifth more gas, and that of a smart account more still', async () => {
    const { estimateFee } = await make({ eth_estimateGas: () => hex(50_000n) })
    const token = { ...transfer, token: USDT }
    expect(await estimateFee(token)).toBe((60_000n * 21n * GWEI * 11n) / 10n)
    expect(await estimateFee({ ...token, isSmart: true })).toBe((560_000n * 21n * GWEI * 11n) / 10n)
  })
  it('asks for the gas of the very call', async () => {
    let asked: unknown
    const { estimateFee } = await make({
      eth_estimateGas: ([call]) => {
        asked = call
        return hex(50_000n)
      },
    })
    await estimateFee({ ...transfer, token: USDT })
    expect(asked).toMatchObject({ from: FROM, to: USDT, data: expect.stringMatching(/^0xa9059cbb/) })
  })
  it('on a network from before EIP-1559 is that of its gas price', async () => {
    const { estimateFee } = await make({
      eth_getBlockByNumber: () => ({ number: '0x1', transactions: [] }),
      eth_gasPrice: () => hex(3n * GWEI),
    })
    expect(await estimateFee(transfer)).toBe((21_000n * 3n * GWEI * 11n) / 10n)
  })
  it('where a tip is not suggested is one with a usual tip', async () => {
    const { estimateFee } = await make({
      eth_maxPriorityFeePerGas: () => {
        throw new Error('method not found')
      },
    })
    expect(await estimateFee(transfer)).toBe((21_000n * 21n * GWEI * 11n) / 10n)
  })
  it('on the OP Stack has room for what storing costs', async () => {
    const { estimateFee } = await make({
      eth_getCode: () => '0x60',
      eth_call: ([call]) =>
        (call as { data: string }).data.startsWith('0x49948e0e') ? word(1_000n) : word(7n),
    })
    expect(await estimateFee(transfer)).toBe(((21_000n * 21n * GWEI + 1_007n * 2n) * 11n) / 10n)
  })
  it.each([
    ['insufficient funds for gas * price + value', 7015],
    ['execution reverted', 7018],
    ['something else', 7020],
  ])('a network that says “%s” is answered with a sentence of ours', async (message, code) => {
    const { estimateFee } = await make({
      eth_estimateGas: () => {
        throw new Error(message)
      },
    })
    await expect(estimateFee(transfer)).rejects.toMatchObject({ code })
  })
})

describe('addresses', () => {
  it('R5-39 are written with their checksum, and refused with a wrong one', async () => {
    const transfers = await make()
    const normalize = (text: string) => transfers.normalize(text, base)
    expect(normalize(TO.toLowerCase())).toBe(TO)
    expect(normalize(TO.slice(2))).toBe(TO)
    expect(normalize(TO)).toBe(TO)
    expect(normalize(TO.replace('C', 'c'))).toBeUndefined()
    expect(normalize('0x12')).toBeUndefined()
    expect(normalize('ada.eth')).toBeUndefined()
  })
  it.each([
    ['0x', false],
    ['0x6001', true],
    // EIP-7702
    [`0xef0100${'ab'.repeat(20)}`, false],
  ])('with the code %s are those of a contract: %s', async (code, isContract) => {
    const transfers = await make({ eth_getCode: () => code })
    expect(await transfers.isContract({ network: base, address: TO })).toBe(isContract)
  })
})
