import {
  NotAvailableError,
  RequestBlockedError,
  RpcParamsError,
  UnknownPermissionError,
} from '@latchkey/protocol/frame'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testAddress } from '../../../testing/fakeFrame.ts'
import {
  accounts,
  calls,
  chain,
  context,
  day,
  entryPoint,
  expires,
  game,
  given,
  grantee,
  id,
  item,
  manager,
  module4337,
  nobody,
  now,
  once,
  parse,
  permission,
  plainChain,
  smart,
  token,
  weekly,
} from '../../../testing/permissionSamples.ts'
import { permissionContextOf } from './manager.ts'
import { parseOlderRequest } from './olderPermissions.ts'
import { parseRequest } from './parseRequest.ts'

describe('wallet_requestExecutionPermissions (ERC-7715)', () => {
  test('R6-20 an amount once: the usual end is in 30 days', () => {
    const wanted = parse(item())
    expect(wanted.items).toEqual([
      {
        permission: {
          grantee,
          expiry: now + 30 * day,
          limits: [{ token: null, amount: 10n ** 18n, start: now, period: 0 }],
          calls: [],
        },
        adjustable: true,
        justification: 'Rent',
      },
    ])
    expect(wanted.answer(given(wanted))).toEqual([
      {
        chainId: '0x7a69',
        from: smart,
        to: grantee,
        permission: {
          type: 'native-token-allowance',
          isAdjustmentAllowed: true,
          data: { allowanceAmount: '0xde0b6b3a7640000', startTime: now, justification: 'Rent' },
        },
        rules: [{ type: 'expiry', data: { timestamp: now + 30 * day } }],
        context: id,
        dependencies: [],
        delegationManager: manager,
      },
    ])
  })

  test('R6-20 an amount of a token every week, and functions of a contract', () => {
    const wanted = parse(
      item({ permission: weekly, from: smart.toLowerCase(), rules: expires(now + 60 * day) }),
      item({ permission: calls(game, '0x93e84cd9', '0xAABBCCDD') }),
    )
    expect(wanted.items.map((one) => one.permission)).toMatchObject([
      {
        expiry: now + 60 * day,
        limits: [{ token, amount: 10_000_000n, start: now + day, period: 7 * day }],
      },
      {
        limits: [],
        calls: [
          { target: game, selector: '0x93e84cd9' },
          { target: game, selector: '0xaabbccdd' },
        ],
      },
    ])
  })

  test('what was lowered is what is answered', () => {
    const wanted = parse(item({ permission: weekly }))
    const [one] = given(wanted)
    const limits = one?.permission.limits.map((limit) => ({ ...limit, amount: 5n })) ?? []
    const lower = one && { ...one, permission: { ...one.permission, limits } }
    expect(wanted.answer(lower ? [lower] : [])).toMatchObject([
      { permission: { data: { periodAmount: '0x5' } } },
    ])
  })

  const [limit] = parse(item()).items
  test.each<[string, object, unknown, string]>([
    ['ends in the past', item({ rules: expires(now) }), RequestBlockedError, 'ended'],
    ['lasts too long', item({ rules: expires(now + 181 * day) }), RequestBlockedError, 'tooLong'],
    [
      'begins after its end',
      item({ permission: weekly, rules: expires(now + 60) }),
      RequestBlockedError,
      'ended',
    ],
    [
      'begins at its end',
      item({ permission: weekly, rules: expires(now + day) }),
      RequestBlockedError,
      'ended',
    ],
    [
      'has no amount',
      item({ permission: permission('native-token-allowance', { allowanceAmount: '0x0' }) }),
      RequestBlockedError,
      'noAmount',
    ],
    [
      'has no limit',
      item({ permission: permission('native-token-allowance', { allowanceAmount: `0x${'f'.repeat(64)}` }) }),
      RequestBlockedError,
      'noLimit',
    ],
    [
      'renews every second',
      item({ permission: permission('native-token-periodic', { periodAmount: '0x1', periodDuration: 1 }) }),
      RequestBlockedError,
      'period',
    ],
    ['is for the account itself', item({ to: smart }), RequestBlockedError, 'grantee'],
    ['is for its owner', item({ to: testAddress }), RequestBlockedError, 'grantee'],
    ['is for nobody', item({ to: nobody }), RequestBlockedError, 'grantee'],
    ['is for the manager', item({ to: manager }), RequestBlockedError, 'grantee'],
    ['is for the account’s module', item({ to: module4337 }), RequestBlockedError, 'grantee'],
    ['calls the account', item({ permission: calls(smart, '0x93e84cd9') }), RequestBlockedError, 'target'],
    ['calls the manager', item({ permission: calls(manager, '0x93e84cd9') }), RequestBlockedError, 'target'],
    [
      'calls the entry point',
      item({ permission: calls(entryPoint, '0x93e84cd9') }),
      RequestBlockedError,
      'target',
    ],
    ['calls transfer', item({ permission: calls(game, '0xa9059cbb') }), RequestBlockedError, 'selector'],
    ['calls approve', item({ permission: calls(game, '0x095EA7B3') }), RequestBlockedError, 'selector'],
    [
      'takes nobody for a token',
      item({
        permission: permission('erc20-token-allowance', { tokenAddress: nobody, allowanceAmount: '0x1' }),
      }),
      RequestBlockedError,
      'token',
    ],
    ['is of another account', item({ from: game }), RequestBlockedError, 'account'],
    [
      'is of an unknown type',
      item({ permission: permission('native-token-stream', {}) }),
      UnknownPermissionError,
      'permissionType',
    ],
    ['has an unknown rule', item({ rules: [{ type: 'gas', data: {} }] }), UnknownPermissionError, 'ruleType'],
    [
      'has two ends',
      item({ rules: [...expires(now + day), ...expires(now + day)] }),
      RpcParamsError,
      'rules',
    ],
    ['is for another network', item({ chainId: '0x1' }), RpcParamsError, 'chainId'],
    ['lists no function', item({ permission: calls(game) }), RpcParamsError, 'permissionData'],
    [
      'has an amount in decimal',
      item({ permission: permission('native-token-allowance', { allowanceAmount: '1' }) }),
      RpcParamsError,
      'permissionData',
    ],
    ['has a member too many', item({ signer: {} }), RpcParamsError, 'params'],
    ['has no network', { to: grantee, permission: once }, RpcParamsError, 'params'],
    [
      'does not say whether it may be changed',
      item({ permission: { type: 'native-token-allowance', data: once.data } }),
      RpcParamsError,
      'params',
    ],
  ])('refuses one that %s', (_, asked, error, reason) => {
    expect(limit).toBeDefined()
    try {
      parse(asked)
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(error)
      expect(thrown).toMatchObject({ data: { reason } })
      return
    }
    throw new Error('It was taken')
  })

  test('no address with a wrong checksum', () => {
    expect(() => parse(item({ to: grantee.replace('C5', 'c5') }))).toThrow(RpcParamsError)
  })

  test('throws errors of the contract alone', () => {
    const known = (error: unknown) =>
      error instanceof RpcParamsError ||
      error instanceof RequestBlockedError ||
      error instanceof UnknownPermissionError
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.array(
            fc.record({
              chainId: fc.constant('0x7a69'),
              to: fc.constant(grantee),
              permission: fc.jsonValue(),
            }),
          ),
        ),
        (value) => {
          for (const read of [parseRequest, parseOlderRequest])
            try {
              read(value, context)
            } catch (error) {
              expect(known(error)).toBe(true)
            }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('R9-51 permissions are off', () => {
  test.each([
    [
      'unless the operator names the contract',
      { ...accounts, chain: { ...chain, smartAccounts: { entryPoint: '0.7' as const } } },
      'permissionsOff',
    ],
    ['on networks without smart accounts', { ...accounts, smart: null, chain: plainChain }, 'permissionsOff'],
    ['for the plain account', { ...accounts, preferred: 'eoa' as const }, 'plainAccount'],
  ])('%s', (_, who, reason) => {
    try {
      permissionContextOf(who, 0)
    } catch (error) {
      expect(error).toBeInstanceOf(NotAvailableError)
      expect(error).toMatchObject({ data: { reason } })
      return
    }
    throw new Error('They are on')
  })
})
