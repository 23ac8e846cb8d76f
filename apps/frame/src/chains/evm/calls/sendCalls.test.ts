import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import type { BaseError } from '@latchkey/errors'
import {
  AtomicityUnsupportedError,
  CallsTooLargeError,
  DuplicateCallsIdError,
  NotConnectedError,
  RequestBlockedError,
  RpcParamsError,
  UnknownCallsIdError,
  UnsupportedCallsChainError,
  UnsupportedCapabilityError,
} from '@latchkey/protocol/frame'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeFrame, testAddress } from '../../../testing/fakeFrame.ts'
import { smartChain, smartConfig } from '../../../testing/worldFrame.ts'
import { LOCAL as solana } from '../../solana/testing/solanaWorld.ts'
import { answerCalls } from './answerCalls.ts'
import { addCalls, type CallsRecord } from './callsStore.ts'
import { parseSendCalls } from './parseSendCalls.ts'
import { sendCallsApproval } from './sendCallsApproval.ts'

const smart = safeAccount.addressOf(testAddress)
const stranger = '0xd46e8dd67c5d32be8058bb8eb970870f07244567'
const service = 'https://paymaster.example/rpc'
const config = { ...smartConfig, paymasters: [service] }
const call = { to: stranger, value: '0x9184e72a', data: '0xd46e8dd6' }
const usual = {
  version: '2.0.0',
  chainId: '0x7a69',
  from: smart,
  atomicRequired: true,
  calls: [call],
}
const request = (params: unknown) => ({
  method: 'wallet_sendCalls',
  params: params as readonly unknown[],
  chain: smartChain,
})
const parse = (fields: object) => parseSendCalls(fakeFrame({ config }), request([{ ...usual, ...fields }]))

/** The example of EIP-5792 for `wallet_sendCalls`, as it stands there. */
const example = {
  version: '2.0.0',
  from: '0xd46e8dd67c5d32be8058bb8eb970870f07244567',
  chainId: '0x01',
  atomicRequired: true,
  calls: [
    {
      to: '0xd46e8dd67c5d32be8058bb8eb970870f07244567',
      value: '0x9184e72a',
      data: '0xd46e8dd67c5d32be8d46e8dd67c5d32be8058bb8eb970870f072445675058bb8eb970870f072445675',
    },
    { to: '0xd46e8dd67c5d32be8058bb8eb970870f07244567', value: '0x182183', data: '0xfbadbaf01' },
  ],
  capabilities: { paymasterService: { url: 'https://...', optional: true } },
}

describe('EIP-5792, wallet_sendCalls', () => {
  test('R6-19 its example, with this wallet’s account and network, whole bytes and no leading zero', async () => {
    // As it stands it breaks the rules of its own table: "leading zeros in chain id", and half a byte.
    await expect(parse(example)).rejects.toThrow(RpcParamsError)
    const [first, second] = example.calls
    const fields = {
      ...example,
      from: smart,
      chainId: '0x7a69',
      calls: [first, { ...second, data: '0xfbadbaf0' }],
    }
    const wanted = await parse(fields)
    expect(wanted).toMatchObject({ version: '2.0.0', id: null, from: smart, paymaster: null })
    expect(wanted.calls.map(({ value }) => value)).toEqual([0x9184e72an, 0x182183n])
  })

  test('R3-69 R3-70 a call needs its target alone; the sender is the preferred account', async () => {
    const wanted = await parse({ from: undefined, calls: [{ to: stranger }] })
    expect(wanted.from).toBe(smart)
    expect(wanted.calls).toEqual([{ to: expect.stringMatching(/^0xd46e/i), value: 0n, data: '0x' }])
    expect(Object.isFrozen(wanted.calls)).toBe(true)
  })

  test('the former version has neither network nor atomicity', async () => {
    const former = { version: '1.0', chainId: undefined, atomicRequired: undefined }
    expect(await parse(former)).toMatchObject({ version: '1.0', chain: { id: 31337 } })
    expect(await parse({ ...former, version: undefined })).toMatchObject({ version: '1.0' })
  })

  test('another network than the active one, where the plain account acts', async () => {
    const fields = { chainId: '0x2105', from: testAddress, atomicRequired: false }
    expect(await parse(fields)).toMatchObject({ chain: { id: 8453 }, from: testAddress })
  })

  const hexId = (bytes: number) => `0x${'ab'.repeat(bytes)}`
  test('ids up to 4096 bytes', async () => {
    expect((await parse({ id: hexId(4_096) })).id).toHaveLength(8_194)
    expect((await parse({ id: 'order 7' })).id).toBe('order 7')
    for (const id of [hexId(4_097), 'é'.repeat(2_049), '', 7])
      await expect(parse({ id })).rejects.toThrow(RpcParamsError)
  })

  test.each<[string, object, unknown]>([
    // -32602
    ['no calls', { calls: [] }, RpcParamsError],
    ['R5-20 a target without 0x', { calls: [{ to: stranger.slice(2) }] }, RpcParamsError],
    ['R5-20 a short target', { calls: [{ to: '0x12' }] }, RpcParamsError],
    ['R5-21 data without 0x', { calls: [{ ...call, data: 'd46e8dd6' }] }, RpcParamsError],
    ['half a byte', { calls: [{ ...call, data: '0xabc' }] }, RpcParamsError],
    ['a decimal value', { calls: [{ ...call, value: '10' }] }, RpcParamsError],
    ['a value above 256 bits', { calls: [{ ...call, value: `0x1${'0'.repeat(64)}` }] }, RpcParamsError],
    ['a field that nobody knows', { calls: [{ ...call, gas: '0x1' }] }, RpcParamsError],
    ['leading zeros in chain id', { chainId: '0x07a69' }, RpcParamsError],
    ['a decimal chain id', { chainId: '31337' }, RpcParamsError],
    ['no atomicRequired', { atomicRequired: undefined }, RpcParamsError],
    ['no network', { chainId: undefined }, RpcParamsError],
    ['a version of the future', { version: '3.0.0' }, RpcParamsError],
    ['a smart account that creates a contract', { calls: [{ data: '0x6000' }] }, RpcParamsError],
    ['nothing at all to do', { calls: [{}], from: testAddress, atomicRequired: false }, RpcParamsError],
    ['a wrong checksum', { calls: [{ to: '0xD46e8dd67c5d32be8058bb8eb970870f07244567' }] }, RpcParamsError],
    // 4100
    ['another account', { from: stranger }, NotConnectedError],
    ['the smart account where there is none', { chainId: '0x2105' }, NotConnectedError],
    // 5700
    ['a capability', { capabilities: { auxiliaryFunds: {} } }, UnsupportedCapabilityError],
    ['that is said to be needed', { capabilities: { x: { optional: false } } }, UnsupportedCapabilityError],
    ['EIP-7702', { capabilities: { eip7702Auth: { delegation: stranger } } }, UnsupportedCapabilityError],
    ['of a call', { calls: [{ ...call, capabilities: { x: {} } }] }, UnsupportedCapabilityError],
    [
      'a paymaster that the project has not registered',
      { capabilities: { paymasterService: { url: 'https://other.example' } } },
      UnsupportedCapabilityError,
    ],
    [
      'a paymaster for a plain account',
      { from: testAddress, atomicRequired: false, capabilities: { paymasterService: { url: service } } },
      UnsupportedCapabilityError,
    ],
    // 5710
    ['a network that the wallet does not serve', { chainId: '0x5' }, UnsupportedCallsChainError],
    // 5740
    ['101 calls', { calls: Array.from({ length: 101 }, () => call) }, CallsTooLargeError],
    // 5760
    ['a plain account that must be atomic', { from: testAddress }, AtomicityUnsupportedError],
    // What would change the account itself.
    ['the own account as target', { calls: [{ to: smart, data: '0x610b5925' }] }, RequestBlockedError],
  ])('refuses %s', (_, fields, error) => expect(parse(fields)).rejects.toThrow(error as new () => Error))

  test.each([[[]], [[usual, usual]], [usual], ['x'], [null]])('refuses params %j', (params) =>
    expect(parseSendCalls(fakeFrame({ config }), request(params))).rejects.toThrow(RpcParamsError),
  )

  test('anything at all is read or refused with a code of its own', async () => {
    const codes = [
      RpcParamsError,
      NotConnectedError,
      UnsupportedCapabilityError,
      UnsupportedCallsChainError,
      CallsTooLargeError,
      AtomicityUnsupportedError,
      RequestBlockedError,
    ].map(({ code }) => code)
    const anyField = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(...Object.values(usual), call, '0x', '0x0'),
    )
    const fields = fc.dictionary(fc.constantFrom(...Object.keys(usual), 'id', 'capabilities', 'x'), anyField)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fields.map((some) => ({ ...usual, ...some })),
          anyField,
        ),
        async (params) => {
          const failure = await parseSendCalls(fakeFrame({ config }), request([params])).then(
            () => null,
            (error: unknown) => error,
          )
          if (failure !== null) expect(codes).toContain((failure as BaseError).code)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('100 calls are not too many, but too much data is', async () => {
    expect((await parse({ calls: Array.from({ length: 100 }, () => call) })).calls).toHaveLength(100)
    const calls = [{ ...call, data: `0x${'ab'.repeat(60_000)}` }]
    const large = sendCallsApproval(fakeFrame({ config }), request([{ ...usual, calls }]))
    await expect(large).rejects.toThrow(CallsTooLargeError)
  })

  test('what is optional is left out where it is not there', async () => {
    const capabilities = {
      x: { optional: true },
      paymasterService: { url: 'https://other.example', optional: true },
    }
    expect((await parse({ capabilities })).paymaster).toBeNull()
    expect(
      (await parse({ capabilities: { paymasterService: { url: service, context: { a: 1 } } } })).paymaster,
    ).toEqual({
      url: service,
      context: { a: 1 },
      optional: false,
    })
  })

  test('5720: an id is used once by a sender', async () => {
    const frame = fakeFrame({ config })
    addCalls(frame, record({ id: 'one' }))
    const send = (fields: object) => sendCallsApproval(frame, request([{ ...usual, ...fields }]))
    await expect(send({ id: 'one' })).rejects.toThrow(DuplicateCallsIdError)
    await expect(send({ id: 'two' })).resolves.toBeDefined()
    await expect(send({ id: 'one', from: testAddress, atomicRequired: false })).resolves.toBeDefined()
  })
})

const record = (fields: Partial<CallsRecord> = {}): CallsRecord => ({
  id: '0x00000000000000000000000000000000000000000000000000000000000000000e670ec64341771606e55d6b4ca35a1a6b75ee3d5145a99d05921026d1527331',
  version: '2.0.0',
  chainId: 31337,
  account: smart,
  createdAt: 0,
  touchedAt: 0,
  closed: true,
  calls: [{ to: stranger, value: '0x0', data: '0x' }],
  operation: { userOpHash: `0x${'11'.repeat(32)}`, sinceBlock: '0x1' },
  transactions: [],
  ...fields,
})

describe('EIP-5792, wallet_getCallsStatus and wallet_getCapabilities', () => {
  const ask = (method: string, params: unknown, frame = fakeFrame({ config })) =>
    answerCalls(frame, { method, params: params as readonly unknown[], chain: smartChain })

  test('5730: ids of nobody, of another site, of another person', async () => {
    const frame = fakeFrame({ config })
    addCalls(frame, record({ id: 'mine' }))
    addCalls(frame, record({ id: 'other', account: stranger }))
    addCalls({ ...frame, origin: 'https://elsewhere.example' }, record({ id: 'elsewhere' }))
    for (const id of ['nobody', 'other', 'elsewhere'])
      await expect(ask('wallet_getCallsStatus', [id], frame)).rejects.toThrow(UnknownCallsIdError)
    await expect(ask('wallet_getCallsStatus', ['mine'], frame)).resolves.toMatchObject({ id: 'mine' })
  })

  test.each([[[]], [['a', 'b']], [[7]], ['a'], [['x'.repeat(8_195)]]])('-32602 for %j', (params) =>
    expect(ask('wallet_getCallsStatus', params)).rejects.toThrow(RpcParamsError),
  )

  test('R6-11 the smart account, the plain one, and what holds everywhere', async () => {
    const everywhere = { assetDiscovery: { supported: true } }
    expect(await ask('wallet_getCapabilities', [smart])).toEqual({
      '0x0': everywhere,
      '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
    })
    const atomic = { status: 'unsupported' }
    expect(await ask('wallet_getCapabilities', [testAddress])).toEqual({
      '0x0': everywhere,
      '0x7a69': { atomic },
      '0x2105': { atomic },
    })
  })

  test('a page that lists networks of other kinds, too, is told the same', async () => {
    const frame = fakeFrame({ config: { ...config, chains: [...config.chains, solana] } })
    expect(await ask('wallet_getCapabilities', [testAddress], frame)).toEqual(
      await ask('wallet_getCapabilities', [testAddress]),
    )
  })

  test('its example: networks that the wallet does not serve are left out', async () => {
    expect(await ask('wallet_getCapabilities', [testAddress, ['0x2105', '0x14A34']])).toEqual({
      '0x0': { assetDiscovery: { supported: true } },
      '0x2105': { atomic: { status: 'unsupported' } },
    })
  })

  test('permissions where the network keeps them', async () => {
    const chains = [
      { ...smartChain, smartAccounts: { entryPoint: '0.7' as const, permissionManager: stranger } },
    ]
    const answer = await ask('wallet_getCapabilities', [smart], fakeFrame({ config: { ...config, chains } }))
    expect(answer).toMatchObject({ '0x7a69': { permissions: { supported: true, signerTypes: ['account'] } } })
  })

  test.each<[unknown, unknown]>([
    [[], RpcParamsError],
    [[testAddress, ['0x01']], RpcParamsError],
    [[testAddress, '0x1'], RpcParamsError],
    [['0x12'], RpcParamsError],
    [[stranger], NotConnectedError],
  ])('refuses %j', (params, error) =>
    expect(ask('wallet_getCapabilities', params)).rejects.toThrow(error as new () => Error),
  )
})
