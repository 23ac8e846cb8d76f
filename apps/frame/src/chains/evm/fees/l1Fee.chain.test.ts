import { unsignedBytes } from '@latchkey/chain-evm/decode'
import type { ShownTransaction } from '@latchkey/chain-evm/decode/model'
import { type OpStackFees, takeOpStackFees, tellOpStackFees } from '@latchkey/local-bundler'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import * as fc from 'fast-check'
import { decodeFunctionData, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApprovalView, FeeSpeed, Prepared } from '../../../approvals/ApprovalView.ts'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { testConfig } from '../../../testing/fakeFrame.ts'
import { openNow, worldChain, worldFrame } from '../../../testing/worldFrame.ts'
import { replacementApproval } from '../transaction/transactionApproval.ts'

const [local] = testConfig.chains as [(typeof testConfig.chains)[number]]
const rollup = { ...local, l1Fee: 'opStack' as const }
const config = { ...testConfig, chains: [rollup] }
const friend = devAccounts[1].address
const oracle = '0x420000000000000000000000000000000000000F'
const signal = new AbortController().signal
const abi = parseAbi(['function getL1Fee(bytes)'])

/** About what OP Mainnet asks on a busy day, and an operator fee, which it has none of. */
const busy: OpStackFees = {
  l1BaseFee: 60_000_000_000n,
  blobBaseFee: 9_000_000_000n,
  baseFeeScalar: 5_227,
  blobBaseFeeScalar: 1_014_213,
  operatorFeeScalar: 2_000_000,
  operatorFeeConstant: 1_000_000n,
}
const dearer = (fees: OpStackFees, hundredths: bigint): OpStackFees => ({
  ...fees,
  l1BaseFee: (fees.l1BaseFee * hundredths) / 100n,
  blobBaseFee: (fees.blobBaseFee * hundredths) / 100n,
})

let anvil: Anvil
const both = async (fees: OpStackFees) => {
  await takeOpStackFees(anvil.call, fees)
  await tellOpStackFees(anvil.call, fees)
}
beforeAll(async () => {
  anvil = await startAnvil({ args: ['--network', 'optimism'], contracts: false })
})
afterAll(() => anvil.stop())
beforeEach(() => both(busy))

type Shown = Prepared<ShownTransaction> & { payload: ShownTransaction }

/** Somebody new, and everything that the network is asked for them. */
async function someone(wei = parseEther('10')) {
  const calls: RpcCall[] = []
  const chain = worldChain(anvil.url, 'http://127.0.0.1:9')
  const batch: typeof chain.batch = (id, all, limit) => {
    calls.push(...all)
    return chain.batch(id, all, limit)
  }
  const { frame, owner } = await worldFrame({ ...chain, batch }, config)
  await anvil.setBalance(owner.address, wei)
  const open = (fields: object, on = rollup as typeof local) =>
    openNow(frame, {
      method: 'eth_sendTransaction',
      params: [{ from: owner.address, ...fields }],
      chain: on,
    })
  const balance = async () => BigInt(String(await anvil.call('eth_getBalance', [owner.address, 'latest'])))
  const asked = () =>
    calls
      .flatMap(({ params }) => (params as readonly { to?: string; data?: `0x${string}` }[])[0] ?? [])
      .filter(({ to, data }) => to === oracle && data?.startsWith('0x49948e0e'))
      .map(({ data = '0x' }) => decodeFunctionData({ abi, data }).args[0])
  return { frame, owner, open, balance, asked }
}

const feeOf = ({ facts }: ApprovalView) => {
  const fact = facts.find(({ label }) => label === 'row.fee')
  const amount = (value: unknown) => (value as { amount: bigint }).amount
  const { amount: most, storing } = fact?.note?.values ?? {}
  return {
    key: fact?.note?.key,
    expected: amount(fact?.value),
    most: amount(most),
    storing: storing && amount(storing),
  }
}
const warnings = ({ warnings: list }: ApprovalView) => list.map(({ level, title }) => `${level} ${title.key}`)
const receiptOf = (hash: unknown) => anvil.call('eth_getTransactionReceipt', [hash])
/** A node answers with the hash before the transaction is in a block. */
const isMined = (hash: unknown) => expect.poll(() => receiptOf(hash)).toMatchObject({ status: '0x1' })

const scaled = ({ l1BaseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar }: OpStackFees) =>
  16n * BigInt(baseFeeScalar) * l1BaseFee + BigInt(blobBaseFeeScalar) * blobBaseFee
/** The oracle's formula, once more. */
function told(transaction: ShownTransaction, fees = busy) {
  const bytes = BigInt(unsignedBytes(transaction).length / 2 - 1)
  const size = 836_500n * (bytes + 68n) - 42_585_600n
  const storing = ((size < 100_000_000n ? 100_000_000n : size) * scaled(fees)) / 10n ** 12n
  const operator = (transaction.gas * BigInt(fees.operatorFeeScalar)) / 1_000_000n + fees.operatorFeeConstant
  return { storing, operator }
}

describe('the fee on an OP-Stack network', () => {
  test('is the gas, what storing it costs, and the operator’s fee; the oracle is asked about the very bytes', async () => {
    const { open, asked, balance } = await someone()
    const approval = await open({ to: friend, value: '0x1' })
    const { payload, view } = (await approval.prepare(signal)) as Shown
    const { storing, operator } = told(payload)
    expect(asked()).toEqual([unsignedBytes(payload)])
    expect(feeOf(view)).toMatchObject({
      key: 'value.atMostWithStoring',
      storing,
      most: payload.gas * payload.maxFeePerGas + 2n * storing + operator,
    })
    expect(view.stop).toBeNull()
    expect(warnings(view)).not.toContain('warning warn.feeStoring')
    const before = await balance()
    const hash = await approval.sign(payload, () => undefined)
    await isMined(hash)
    const { gasUsed, effectiveGasPrice } = (await receiptOf(hash)) as Record<string, string>
    const besidesGas = before - 1n - (await balance()) - BigInt(gasUsed ?? 0) * BigInt(effectiveGasPrice ?? 0)
    // The oracle of the test does not compress; the network does.
    expect(besidesGas).toBeGreaterThan((storing * 8n) / 10n)
    expect(besidesGas).toBeLessThanOrEqual(storing + operator)
  })

  test('holds at every speed', async () => {
    const { open } = await someone()
    const approval = await open({ to: friend, value: '0x1', data: toHex('hello there') })
    let shown = (await approval.prepare(signal)) as Shown
    const { storing, operator } = told(shown.payload)
    for (const speed of ['slow', 'fast', 'normal'] satisfies FeeSpeed[]) {
      shown = (await approval.edit?.(shown, { kind: 'fee', speed }, signal)) as Shown
      const { gas, maxFeePerGas } = shown.payload
      expect(feeOf(shown.view).most).toBe(gas * maxFeePerGas + 2n * storing + operator)
      const option = shown.view.fee?.options.find((one) => one.speed === speed)
      expect(option?.most).toMatchObject({ amount: feeOf(shown.view).most })
    }
  })

  test('is not asked for on other networks', async () => {
    const { open, asked } = await someone()
    const { payload, view } = (await (
      await open({ to: friend, value: '0x1' }, local)
    ).prepare(signal)) as Shown
    expect(asked()).toEqual([])
    expect(feeOf(view)).toMatchObject({ key: 'value.atMost', most: payload.gas * payload.maxFeePerGas })
  })

  test('is never more than the most that was shown, while Ethereum gets dearer for a minute', async () => {
    const price = fc.bigInt({ min: 1n, max: 200_000_000_000n })
    const world = fc.record({
      l1BaseFee: price,
      blobBaseFee: price,
      baseFeeScalar: fc.integer({ min: 0, max: 3_000_000 }),
      blobBaseFeeScalar: fc.integer({ min: 0, max: 3_000_000 }),
      operatorFeeScalar: fc.integer({ min: 0, max: 100_000_000 }),
      operatorFeeConstant: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    })
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      fc.nat(2_000).map((size) => new Uint8Array(size)),
    )
    await fc.assert(
      fc.asyncProperty(world, data, fc.bigInt({ min: 50n, max: 180n }), async (fees, bytes, rise) => {
        await both(fees)
        const { open, balance } = await someone(parseEther('100'))
        const approval = await open({ to: friend, value: '0x7', data: toHex(bytes) })
        const { payload, view } = (await approval.prepare(signal)) as Shown
        expect(view.stop).toBeNull()
        await takeOpStackFees(anvil.call, dearer(fees, rise))
        const before = await balance()
        await isMined(await approval.sign(payload, () => undefined))
        const taken = before - (await balance()) - 7n
        expect(feeOf(view).most).toBeGreaterThanOrEqual(taken)
      }),
      { numRuns: 25 },
    )
  })
})

describe('what the account must have', () => {
  const dear: OpStackFees = { ...dearer(busy, 1_000n), operatorFeeScalar: 0, operatorFeeConstant: 0n }
  const fields = { to: friend, value: '0x5' }

  test('is all of it: who can pay the gas alone is stopped, as the network would', async () => {
    await both(dear)
    const { open, owner } = await someone()
    const { payload } = (await (await open(fields)).prepare(signal)) as Shown
    const gas = payload.gas * payload.maxFeePerGas
    const { storing } = told(payload, dear)
    expect(storing).toBeGreaterThan(1_000_000n)
    await anvil.setBalance(owner.address, 5n + gas + storing - 1n)
    const short = (await (await open(fields)).prepare(signal)) as Shown
    expect(short.view.stop?.title.key).toBe('stop.funds')
    expect(short.view.stop?.body.values?.need).toMatchObject({ amount: 5n + gas + storing })
    await anvil.setBalance(owner.address, 5n + gas)
    const approval = await open(fields)
    const hash = await approval.sign(payload, () => undefined)
    await anvil.call('evm_mine', [])
    expect(await receiptOf(hash)).toBeNull()
    await anvil.call('anvil_dropAllTransactions', [])
  })

  test('is no more than the network asks for: what is kept for dearer blocks stops nobody', async () => {
    await both(dear)
    const { open, owner } = await someone()
    const { payload } = (await (await open(fields)).prepare(signal)) as Shown
    const { storing } = told(payload, dear)
    await anvil.setBalance(owner.address, 5n + payload.gas * payload.maxFeePerGas + storing)
    const approval = await open(fields)
    const shown = (await approval.prepare(signal)) as Shown
    expect(shown.view.stop).toBeNull()
    await isMined(await approval.sign(shown.payload, () => undefined))
  })
})

describe('an oracle that is of no use', () => {
  const answering = (word: bigint) => `0x7f${word.toString(16).padStart(64, '0')}5f5260205ff3`
  test.each([
    ['missing', '0x'],
    ['one that reverts', '0x5f5ffd'],
    ['one that answers nothing', '0x00'],
    ['one that asks for a thousand ether', answering(10n ** 21n)],
    ['one that asks for everything', answering(2n ** 256n - 1n)],
    ['one that runs for ever', '0x5b5f56'],
  ])('%s: the fee may be higher, and the person decides', async (_, code) => {
    await anvil.call('anvil_setCode', [oracle, code])
    const { open } = await someone()
    const approval = await open({ to: friend, value: '0x1' })
    const { payload, view } = (await approval.prepare(signal)) as Shown
    expect(warnings(view)).toContain('warning warn.feeStoring')
    expect(view.fee?.storingUnknown).toBe(true)
    expect(feeOf(view)).toMatchObject({
      key: 'value.atMostAndStoring',
      most: payload.gas * payload.maxFeePerGas,
    })
    expect(view.stop).toBeNull()
    await isMined(await approval.sign(payload, () => undefined))
  })
})

describe('looked at again just before signing', () => {
  const late = async () => {
    const { frame, open } = await someone()
    const approval = await open({ to: friend, value: '0x1' })
    const shown = (await approval.prepare(signal)) as Shown
    const now = Date.now() + 20_000
    frame.now = () => now
    return { shown, again: async () => (await approval.confirm?.(shown, signal)) as Shown }
  }

  test('a price that moved a little leaves the screen as it is', async () => {
    const { shown, again } = await late()
    await both(dearer(busy, 190n))
    expect((await again()).view).toEqual(shown.view)
  })

  test('a price beyond what was said is shown anew', async () => {
    const { shown, again } = await late()
    await both(dearer(busy, 300n))
    const { view, payload } = await again()
    expect(feeOf(view).storing).toBe(told(payload, dearer(busy, 300n)).storing)
    expect(feeOf(view).most).toBeGreaterThan(feeOf(shown.view).most)
  })

  test('an oracle that is silent now takes nothing back', async () => {
    const { shown, again } = await late()
    await anvil.call('anvil_setCode', [oracle, '0x'])
    expect((await again()).view).toEqual(shown.view)
  })
})

describe('transactions that take another’s place', () => {
  test.each(['speedUp', 'cancel'] as const)('%s: storing it is paid for as well', async (way) => {
    await anvil.call('evm_setAutomine', [false])
    const { frame, open, owner } = await someone()
    const first = await open({ to: friend, value: '0x1' })
    const { payload: old } = (await first.prepare(signal)) as Shown
    await first.sign(old, () => undefined)
    const approval = replacementApproval(frame, { method: '', params: [], chain: rollup }, owner.address, way)
    const shown = (await approval?.prepare(signal)) as Shown
    const { gas, maxFeePerGas } = shown.payload
    const { storing, operator } = told(shown.payload)
    expect(feeOf(shown.view).most).toBe(gas * maxFeePerGas + 2n * storing + operator)
    const replaced = shown.view.facts.find(({ label }) => label === 'row.replaces')
    const was = gas * old.maxFeePerGas + 2n * storing + operator
    expect(replaced?.note?.values?.amount).toMatchObject({ amount: was })
    const hash = await approval?.sign(shown.payload, () => undefined)
    await anvil.call('evm_mine', [])
    await anvil.call('evm_setAutomine', [true])
    await isMined(hash)
  })
})

describe('calls of a plain account, one after the other', () => {
  const batch = (from: string, count: number) => ({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        chainId: '0x7a69',
        from,
        atomicRequired: false,
        calls: Array.from({ length: count }, (_, index) => ({
          to: friend,
          value: '0x1',
          data: `0x${'cd'.repeat(index * 80)}`,
        })),
      },
    ],
    chain: rollup,
  })
  type ShownCalls = Prepared<readonly ShownTransaction[]> & { payload: readonly ShownTransaction[] }

  test('cost the sum, and each is asked about', async () => {
    const { frame, owner, asked, balance } = await someone()
    const approval = await openNow(frame, batch(owner.address, 3))
    const { payload, view } = (await approval.prepare(signal)) as ShownCalls
    expect(asked()).toEqual(payload.map(unsignedBytes))
    const most = payload.map((one) => {
      const { storing, operator } = told(one)
      return one.gas * one.maxFeePerGas + 2n * storing + operator
    })
    expect(feeOf(view).most).toBe(most.reduce((a, b) => a + b))
    expect(feeOf(view).storing).toBe(payload.map((one) => told(one).storing).reduce((a, b) => a + b))
    const before = await balance()
    await approval.sign(payload, () => undefined)
    await expect.poll(() => anvil.call('eth_getTransactionCount', [owner.address, 'latest'])).toBe('0x3')
    const taken = before - (await balance()) - 3n
    expect(taken).toBeLessThanOrEqual(feeOf(view).most)
    expect(taken).toBeGreaterThan(payload.reduce((all, one) => all + told(one).operator, 0n))
  })

  test('need the sum', async () => {
    const { frame, owner } = await someone()
    const { payload } = (await (await openNow(frame, batch(owner.address, 2))).prepare(signal)) as ShownCalls
    const need = payload.reduce((all, one) => {
      const { storing, operator } = told(one)
      return all + 1n + one.gas * one.maxFeePerGas + storing + operator
    }, 0n)
    const stopAt = async (wei: bigint) => {
      await anvil.setBalance(owner.address, wei)
      const { view } = await (await openNow(frame, batch(owner.address, 2))).prepare(signal)
      return view.stop?.title.key
    }
    expect(await stopAt(need)).toBeUndefined()
    expect(await stopAt(need - 1n)).toBe('stop.funds')
  })

  test('are warned of once where the oracle says nothing', async () => {
    await anvil.call('anvil_setCode', [oracle, '0x'])
    const { frame, owner } = await someone()
    const { view } = await (await openNow(frame, batch(owner.address, 3))).prepare(signal)
    expect(warnings(view).filter((one) => one === 'warning warn.feeStoring')).toHaveLength(1)
    expect(view.fee?.storingUnknown).toBe(true)
    expect(view.stop).toBeNull()
  })
})
