import { parseUserOperation, safeAccount, userOperationHash } from '@latchkey/chain-evm/decode/smartAccount'
import {
  BundlerUnreachableError,
  CallsTooLargeError,
  ChainRefusedError,
  ChainUnreachableError,
  OperationRefusedError,
  SponsorRefusedError,
} from '@latchkey/protocol/frame'
import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { approvable } from '../../../testing/approvalRunner.ts'
import { type OperationAnswers, operationWorld } from '../../../testing/fakeBundler.ts'
import { firstAnswer, paying, paymaster, sponsoredConfig } from '../../../testing/sponsorAnswers.ts'
import type { UserOperationIntent } from '../model/operation.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const service = 'https://paymaster.example/rpc'
const send: UserOperationIntent = { calls: [{ to: friend, value: 1n, data: '0x' }] }
const two: UserOperationIntent = {
  calls: [
    { to: friend, value: 1n, data: '0x' },
    { to: friend, value: 2n, data: '0xdeadbeef' },
  ],
}
const refused = (rpcCode: number, rpcMessage: string) => () => {
  throw new ChainRefusedError({ data: { rpcCode, rpcMessage } })
}
const silent = () => {
  throw new ChainUnreachableError()
}
const fact = (view: { facts: readonly { label: string }[] }, label: string) =>
  view.facts.find((one) => one.label === label)
const titles = (view: { warnings: readonly { title: { key: string } }[] }) =>
  view.warnings.map(({ title }) => title.key)

describe('what is shown', () => {
  test('a single call has its own sentence and no rows', async () => {
    const { prepare } = await operationWorld(send)
    const { view, payload } = approvable(await prepare())
    expect(view).toMatchObject({ stop: null, sentence: { key: 'send.native' } })
    expect(view.calls).toBeUndefined()
    expect(Object.isFrozen(payload.operation)).toBe(true)
    // 0.1 + 0.1 + 0.05 million, a tenth on top, at two gwei.
    expect(fact(view, 'row.fee')).toMatchObject({
      note: { values: { amount: { amount: 275_000n * 2_000_000_000n } } },
    })
  })

  test('several calls have one row each, with its own warnings', async () => {
    const { prepare } = await operationWorld(two)
    const { view } = await prepare()
    expect(view.sentence).toMatchObject({ key: 'batch.sayTogether_other', values: { count: { count: 2 } } })
    expect(view.calls).toMatchObject([
      { sentence: { key: 'send.native' }, to: friend },
      { sentence: { key: 'unknown.sayValue' }, to: friend, level: 'danger' },
    ])
    expect(titles(view)).toContain('warn.unknownCallValue')
    expect(titles(view)).not.toContain('warn.innerCalls')
  })

  test('the wallet’s own calls are told in its own words', async () => {
    const headline = {
      title: 'batch.title',
      sentence: { key: 'batch.title' },
      approve: 'approve.approve',
    } as const
    const { prepare } = await operationWorld({
      ...two,
      headline,
      facts: [{ label: 'row.site', value: { kind: 'text', text: 'x' } }],
    })
    const { view } = await prepare()
    expect(view).toMatchObject({
      ...headline,
      facts: [{ label: 'row.site' }, { label: 'row.network' }, {}, {}],
    })
    expect(view.calls).toBeUndefined()
    // Of the machinery's warnings those about the fee and the outcome alone.
    expect(titles(view)).toEqual(['warn.fee'])
  })

  test('what comes in is not told where contracts can see that it is a trial; what goes out is', async () => {
    const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const word = (hex: string) => `0x${hex.replace('0x', '').toLowerCase().padStart(64, '0')}`
    const log = (from: string, to: string, address: string) => ({
      address,
      topics: [transfer, word(from), word(to)],
      data: word('5'),
    })
    const eth_simulateV1 = ([{ blockStateCalls }]: readonly [
      { blockStateCalls: { stateOverrides?: object; calls: { to: string }[] }[] },
    ]) => {
      const [block] = blockStateCalls
      const account = block?.calls[0]?.to ?? ''
      if (blockStateCalls.length > 1 || block?.stateOverrides) throw new ChainUnreachableError()
      const logs = [log(friend, account, paymaster), log(account, friend, friend)]
      return [{ calls: [{ status: '0x1', gasUsed: '0x7530', logs }] }]
    }
    const { view } = await (await operationWorld(send, { eth_simulateV1 })).prepare()
    const rows = view.changes && 'rows' in view.changes ? view.changes.rows : []
    expect(rows.map(({ direction }) => direction)).toEqual(['out'])
  })

  test('an account without code is set up by the operation, which the screen says', async () => {
    const { prepare } = await operationWorld(send, { eth_getCode: '0x' })
    const { view, payload } = approvable(await prepare())
    expect(payload.operation.factory).toBeDefined()
    expect(fact(view, 'row.setUp')).toBeDefined()
  })

  test('too much data is refused at once', async () => {
    const data = `0x${'00'.repeat(60_000)}` as const
    await expect(operationWorld({ calls: [{ to: friend, value: 0n, data }] })).rejects.toThrow(
      CallsTooLargeError,
    )
  })
})

describe('who pays', () => {
  test('the operator: a first answer, an estimate, a final one, and only the paymaster’s fields change', async () => {
    const { prepare, asked } = await operationWorld(send, paying, { config: sponsoredConfig })
    const { view, payload } = approvable(await prepare())
    expect(view.facts.find(({ label }) => label === 'row.fee')).toMatchObject({
      value: { key: 'value.sponsored' },
      note: { key: 'value.paidBy', values: { sponsor: { text: 'Latchkey demo' } } },
    })
    const [[final]] = asked('pm_getPaymasterData') as [[object]]
    const { operation } = parseUserOperation(final)
    expect(operation).toEqual({ ...payload.operation, paymasterData: '0x00' })
    expect(payload.operation).toMatchObject({
      paymaster,
      paymasterData: '0xabcd',
      paymasterVerificationGasLimit: 50_000n,
    })
    expect(payload.userOpHash).toBe(userOperationHash(payload.operation, 31337, safeAccount.entryPoint))
    const [stubbed] = asked('eth_estimateUserOperationGas') as [[{ paymasterData: string }]]
    expect(stubbed[0].paymasterData).toBe('0x00')
  })

  test('a first answer that is final is not asked again', async () => {
    const answers = { pm_getPaymasterStubData: { ...firstAnswer, isFinal: true } }
    const { prepare, asked } = await operationWorld(send, answers, { config: sponsoredConfig })
    expect((await prepare()).view.stop).toBeNull()
    expect(asked('pm_getPaymasterData')).toHaveLength(0)
  })

  test('a service that the site names, and what it calls itself', async () => {
    const answers = {
      ...paying,
      pm_getPaymasterStubData: { ...firstAnswer, sponsor: { name: 'My\u202E app' } },
    }
    const intent = { ...send, paymaster: { url: service, context: { a: 1 }, optional: false } }
    const { prepare, asked } = await operationWorld(intent, answers)
    const { view } = await prepare()
    expect(fact(view, 'row.fee')).toMatchObject({
      note: {
        key: 'value.paidByAs',
        values: { sponsor: { text: 'paymaster.example' }, name: { kind: 'quote', text: 'My app' } },
      },
    })
    expect(asked('pm_getPaymasterStubData')[0]).toMatchObject([
      {},
      safeAccount.entryPoint,
      '0x7a69',
      { a: 1 },
    ])
  })

  const broken: [string, OperationAnswers][] = [
    ['refuses', { ...paying, pm_getPaymasterStubData: refused(4152, 'no') }],
    ['refuses in the end', { ...paying, pm_getPaymasterData: refused(4153, 'spent') }],
    ['is silent', { ...paying, pm_getPaymasterStubData: silent }],
    ['answers anything', { ...paying, pm_getPaymasterData: { paymaster: 'me' } }],
    [
      'writes a book',
      { ...paying, pm_getPaymasterData: { paymaster, paymasterData: `0x${'00'.repeat(5_000)}` } },
    ],
    [
      'leaves the fee to the account',
      { pm_getPaymasterStubData: { ...firstAnswer, paymaster: zeroAddress, isFinal: true } },
    ],
    [
      'leaves it to the account in the end',
      { ...paying, pm_getPaymasterData: { paymaster: zeroAddress, paymasterData: '0x' } },
    ],
    [
      'is the entry point',
      {
        ...paying,
        pm_getPaymasterData: { paymaster: safeAccount.entryPoint.toLowerCase(), paymasterData: '0x' },
      },
    ],
  ]
  test.each(broken)(
    'a sponsor of the operator’s that %s: the account pays, and the screen says so',
    async (_, answers) => {
      const { prepare } = await operationWorld(send, answers, { config: sponsoredConfig })
      const { view, payload } = approvable(await prepare())
      expect(view.stop).toBeNull()
      expect(payload.operation.paymaster).toBeUndefined()
      expect(titles(view)).toContain('warn.selfPaid')
    },
  )
  test.each(broken)('one that the site requires and that %s: it stops', async (_, answers) => {
    const intent = { ...send, paymaster: { url: service, context: {}, optional: false } }
    const { view, refusal } = await (await operationWorld(intent, answers)).prepare()
    expect(view.stop).toMatchObject({ title: { key: 'stop.sponsor' }, retry: true })
    expect(refusal).toBeInstanceOf(SponsorRefusedError)
  })

  test('nor is the account its own sponsor', async () => {
    const pm_getPaymasterData = ([{ sender }]: readonly [{ sender: string }]) => ({
      paymaster: sender,
      paymasterData: '0x',
    })
    const answers = { ...paying, pm_getPaymasterData }
    const { view } = await (await operationWorld(send, answers, { config: sponsoredConfig })).prepare()
    expect(titles(view)).toContain('warn.selfPaid')
  })

  test('a sponsor that is broken on the network is no sponsor', async () => {
    let estimates = 0
    const eth_estimateUserOperationGas = () => {
      if (estimates++ === 0) refused(-32501, 'AA33 reverted')()
      return { callGasLimit: '0x1', verificationGasLimit: '0x1', preVerificationGas: '0x1' }
    }
    const answers = { ...paying, eth_estimateUserOperationGas }
    const { view } = await (await operationWorld(send, answers, { config: sponsoredConfig })).prepare()
    expect(titles(view)).toContain('warn.selfPaid')
  })

  test('nobody pays, and the account cannot', async () => {
    const answers = { ...paying, pm_getPaymasterStubData: refused(4152, 'no'), eth_getBalance: '0x1' }
    const { view, refusal } = await (
      await operationWorld(send, answers, { config: sponsoredConfig })
    ).prepare()
    expect(view.stop?.title.key).toBe('stop.sponsor')
    expect(refusal).toBeInstanceOf(SponsorRefusedError)
    const alone = await (await operationWorld(send, { eth_getBalance: '0x1' })).prepare()
    expect(alone.view.stop?.title.key).toBe('stop.funds')
    expect(alone.refusal).toMatchObject({ code: OperationRefusedError.code, data: { reason: 'funds' } })
  })
})

describe('what a bundler says', () => {
  const estimate = (fields: object) => ({
    eth_estimateUserOperationGas: {
      callGasLimit: '0x186a0',
      verificationGasLimit: '0x186a0',
      preVerificationGas: '0xc350',
      ...fields,
    },
  })
  test.each([
    ['callGasLimit', 2n ** 24n],
    ['verificationGasLimit', 5_000_000n],
    ['preVerificationGas', 100_000_000n],
  ])('an absurd %s is not shown as a choice', async (field, amount) => {
    const answers = estimate({ [field]: `0x${amount.toString(16)}` })
    const { view, refusal } = await (await operationWorld(send, answers)).prepare()
    expect(view.stop).toMatchObject({
      title: { key: 'stop.refused' },
      body: { values: { reason: { key: 'operation.absurdFee' } } },
    })
    expect(refusal).toMatchObject({ data: { reason: 'absurdFee', field } })
  })
  test('neither is one of a paymaster', async () => {
    const answers = {
      ...paying,
      pm_getPaymasterStubData: { ...firstAnswer, paymasterPostOpGasLimit: '0xffffffff' },
    }
    const { view } = await (await operationWorld(send, answers, { config: sponsoredConfig })).prepare()
    expect(view.stop?.title.key).toBe('stop.refused')
  })

  test('an absurd price is not paid: the network’s own is', async () => {
    const price = (wei: string) => ({
      pimlico_getUserOperationGasPrice: { standard: { maxFeePerGas: wei, maxPriorityFeePerGas: wei } },
    })
    for (const answers of [
      price('0x174876e80000'),
      { pimlico_getUserOperationGasPrice: silent },
      { pimlico_getUserOperationGasPrice: 'x' },
    ]) {
      const { payload } = approvable(await (await operationWorld(send, answers)).prepare())
      expect(payload.operation).toMatchObject({
        maxFeePerGas: 2_100_000_000n,
        maxPriorityFeePerGas: 100_000_000n,
      })
    }
  })

  test.each<[string, () => unknown, string, unknown]>([
    ['nothing', silent, 'stop.bundler', BundlerUnreachableError],
    ['what has no form', () => ({ gas: 1 }), 'stop.bundler', BundlerUnreachableError],
    ['that it is not there', refused(-32_004, 'not offered'), 'stop.bundler', BundlerUnreachableError],
    ['AA21', refused(-32500, "AA21 didn't pay prefund"), 'stop.refused', OperationRefusedError],
    ['that it fails', refused(-32521, 'UserOperation reverted'), 'stop.refused', OperationRefusedError],
  ])('%s for an estimate: it stops', async (_, answer, title, error) => {
    const { view, refusal } = await (
      await operationWorld(send, { eth_estimateUserOperationGas: answer })
    ).prepare()
    expect(view.stop?.title.key).toBe(title)
    expect(refusal).toBeInstanceOf(error as new () => Error)
  })

  test('why it would fail is quoted', async () => {
    const reason =
      '0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000076e6f206d6f726500000000000000000000000000000000000000000000000000'
    const answers = {
      eth_estimateUserOperationGas: refused(-32521, `reverted during simulation with reason: ${reason}`),
    }
    const { view } = await (await operationWorld(send, answers)).prepare()
    expect(view.stop?.body.values?.reason).toEqual({ kind: 'quote', text: 'no more' })
  })

  test.each(['eth_getCode', 'eth_call', 'eth_getBalance', 'eth_getBlockByNumber'])(
    'a network that leaves out %s stops it',
    async (method) => {
      const { view, refusal } = await (await operationWorld(send, { [method]: null })).prepare()
      expect(view.stop?.title.key).toBe('stop.network')
      expect(refusal).toBeInstanceOf(ChainUnreachableError)
    },
  )
})
