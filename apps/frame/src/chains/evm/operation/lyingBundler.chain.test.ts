import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import {
  type AccountWorld,
  falseAnswers,
  type LyingServer,
  startAccountWorld,
  startLyingBundler,
} from '@latchkey/local-bundler'
import {
  OperationFailedError,
  OperationRefusedError,
  UncertainOperationError,
} from '@latchkey/protocol/frame'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rpcHandlers } from '../../../host/rpc.ts'
import { approveNow, openNow, worldChain, worldFrame } from '../../../testing/worldFrame.ts'
import type { SentOperation } from '../model/operation.ts'
import { waitForOperation } from './readOperation.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signal = new AbortController().signal
let world: AccountWorld
let bundler: LyingServer
const enough = 60_000
/** ms that it has to answer; little only while it shall not. */
let patience = enough
beforeAll(async () => {
  world = await startAccountWorld()
  bundler = await startLyingBundler({ upstream: world.bundler.url })
})
afterEach(() => {
  patience = enough
  bundler.tell()
})
afterAll(async () => {
  await bundler.stop()
  await world.stop()
})

const someone = async () => {
  const who = await worldFrame(worldChain(world.chain.url, bundler.url, undefined, () => patience))
  await world.chain.setBalance(who.smart, parseEther('1'))
  return who
}
type Who = Awaited<ReturnType<typeof someone>>
const transaction = ({ smart }: Who, fields: object = {}) => ({
  method: 'eth_sendTransaction',
  params: [{ from: smart, to: friend, value: '0x1', ...fields }],
})
const batch = ({ smart }: Who, id: string, calls: readonly object[] = [{ to: friend, value: '0x1' }]) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', id, chainId: '0x7a69', from: smart, atomicRequired: true, calls }],
})
const status = ({ frame }: Who, id: string) =>
  rpcHandlers.rpcRequest(frame)({ method: 'wallet_getCallsStatus', params: [id] }, {
    origin: '',
    signal,
  } as never)
const arrives = (who: Who, id: string, code: number) =>
  expect.poll(() => status(who, id)).toMatchObject({ id, status: code })

describe('a bundler that lies', () => {
  test('about the hash is not believed: the operation is found by our own', async () => {
    const who = await someone()
    bundler.tell(falseAnswers.anotherHash)
    const failure = await approveNow(who.frame, batch(who, 'one')).catch((error: unknown) => error)
    // It may have been included by the time we look; else nobody says that nothing was sent.
    if (failure instanceof Error) expect(failure).toBeInstanceOf(UncertainOperationError)
    bundler.tell()
    await arrives(who, 'one', 200)
  })

  test('about gas gets nothing signed', async () => {
    const who = await someone()
    bundler.tell(falseAnswers.gas('callGasLimit', 10n ** 9n))
    await expect(approveNow(who.frame, transaction(who))).rejects.toMatchObject({
      code: OperationRefusedError.code,
      data: { reason: 'absurdFee' },
    })
  })

  test('about the fee gets the network’s own', async () => {
    const who = await someone()
    bundler.tell(falseAnswers.fee(10n ** 18n))
    const { payload } = (await (await openNow(who.frame, transaction(who))).prepare(signal)) as unknown as {
      payload: { operation: { maxFeePerGas: bigint } }
    }
    expect(payload.operation.maxFeePerGas).toBeLessThan(10n ** 12n)
  })

  test('about the receipt: the network’s counts', async () => {
    const first = await someone()
    const done = (await approveNow(first.frame, batch(first, 'first'))) as { id: string }
    await arrives(first, done.id, 200)
    const who = await someone()
    bundler.tell(falseAnswers.noReceipt)
    await approveNow(who.frame, batch(who, 'mine'))
    await arrives(who, 'mine', 200)
    bundler.tell(falseAnswers.contrarySuccess)
    await arrives(who, 'mine', 200)
  })
})

describe('a bundler that fails', () => {
  test('slow: it takes longer', async () => {
    const who = await someone()
    bundler.tell(falseAnswers.slow(300))
    expect(await approveNow(who.frame, transaction(who))).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test.each([
    ['dead', falseAnswers.dead],
    ['silent', falseAnswers.silent],
    ['speaking gibberish', falseAnswers.gibberish],
  ])('%s from the start: it stops, and can be tried again', async (_, lie) => {
    const who = await someone()
    const approval = await openNow(who.frame, transaction(who))
    bundler.tell(lie)
    patience = 2_000
    const { view } = await approval.prepare(signal)
    expect(view.stop).toMatchObject({ title: { key: 'stop.bundler' }, retry: true })
    patience = enough
    bundler.tell()
    expect((await approval.prepare(signal)).view.stop).toBeNull()
  })

  test('cut off after it took the operation: it is found', async () => {
    const who = await someone()
    bundler.tell(falseAnswers.cutAfterAccepting)
    expect(await approveNow(who.frame, transaction(who))).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('dead while the operation is handed over: nobody can tell, and the id says so until it is known', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, batch(who, 'lost'))
    const { payload } = await approval.prepare(signal)
    bundler.tell(falseAnswers.dead)
    await expect(approval.sign(payload, () => undefined)).rejects.toThrow(UncertainOperationError)
    expect(await status(who, 'lost')).toMatchObject({ status: 100 })
    bundler.tell()
    const { now } = who.frame
    who.frame.now = () => now() + 601_000
    expect(await status(who, 'lost')).toMatchObject({ status: 400 })
  })

  test('waiting for a block: what it has is under way, however long it takes', async () => {
    const who = await someone()
    await world.chain.call('evm_setAutomine', [false])
    try {
      await approveNow(who.frame, batch(who, 'waiting'))
      const { now } = who.frame
      who.frame.now = () => now() + 3_600_000
      expect(await status(who, 'waiting')).toMatchObject({ status: 100 })
    } finally {
      await world.chain.call('evm_setAutomine', [true])
      await world.chain.call('evm_mine', [])
    }
    await arrives(who, 'waiting', 200)
  })

  test('refusing: nothing is kept', async () => {
    const who = await someone()
    bundler.tell(falseAnswers.refuses())
    await expect(approveNow(who.frame, batch(who, 'refused'))).rejects.toMatchObject({
      data: { reason: 'funds' },
    })
    bundler.tell()
    // The id is free again.
    await approveNow(who.frame, batch(who, 'refused'))
    await arrives(who, 'refused', 200)
  })
})

describe('an operation that fails on the network', () => {
  test('it worked when it was shown, and not any more', async () => {
    const who = await someone()
    const much = { to: friend, value: '0x58d15e176280000' }
    const approval = await openNow(who.frame, batch(who, 'too late', [much, much]))
    const { payload, view } = await approval.prepare(signal)
    expect(view.stop).toBeNull()
    await world.chain.setBalance(who.smart, parseEther('0.6'))
    const answer = await approval.sign(payload, () => undefined)
    expect(answer).toEqual({ id: 'too late' })
    await arrives(who, 'too late', 500)
  })

  test('eth_sendTransaction says so, with the transaction', async () => {
    const who = await someone()
    const approval = await openNow(who.frame, transaction(who, { value: '0x6f05b59d3b20000' }))
    const { payload } = await approval.prepare(signal)
    await world.chain.setBalance(who.smart, parseEther('0.3'))
    const failure = approval.sign(payload, () => undefined)
    await expect(failure).rejects.toThrow(OperationFailedError)
    await expect(failure).rejects.toMatchObject({ data: { transactionHash: expect.stringMatching(/^0x/) } })
  })

  test('what never comes is uncertain after the time is over', async () => {
    const { frame } = await someone()
    const sent: SentOperation = { chainId: 31337, userOpHash: `0x${'12'.repeat(32)}`, sinceBlock: 0n }
    await expect(
      waitForOperation(frame, sent, safeAccount.entryPoint, { timeout: 3_000, interval: 20 }),
    ).rejects.toMatchObject({ code: UncertainOperationError.code, data: { userOpHash: sent.userOpHash } })
  })
})
