import { RequestBlockedError, RpcParamsError, UnknownPermissionError } from '@latchkey/protocol/frame'
import { describe, expect, test } from 'vitest'
import {
  context,
  day,
  game,
  given,
  grantee,
  id,
  item,
  manager,
  now,
  parse,
  smart,
  token,
} from '../../../testing/permissionSamples.ts'
import { parseOlderRequest } from './olderPermissions.ts'

describe('wallet_grantPermissions', () => {
  const signer = { type: 'account', data: { address: grantee } }
  const older = (...items: object[]) => parseOlderRequest(items, context)
  const single = (more: object = {}) => ({
    chainId: '0x7a69',
    address: smart,
    expiry: now + day,
    signer,
    permission: { type: 'native-token-transfer', data: { allowance: '0x1DCD6500' } },
    policies: [],
    ...more,
  })
  const several = (permissions: object[], more: object = {}) => ({
    expiry: now + day,
    signer,
    permissions,
    ...more,
  })

  test('R6-20 one permission an entry, answered as it was asked', () => {
    const wanted = older(single(), single({ chainId: 31337 }))
    expect(wanted.items.map((one) => one.permission.limits)).toEqual([
      [{ token: null, amount: 500_000_000n, start: now, period: 0 }],
      [{ token: null, amount: 500_000_000n, start: now, period: 0 }],
    ])
    expect(wanted.answer(given(wanted))).toMatchObject([
      { ...single(), context: id, signerMeta: { delegationManager: manager } },
      { chainId: 31337, context: id },
    ])
  })

  test('R6-20 several in one entry are one permission with one context', () => {
    const permissions = [
      {
        type: 'native-token-transfer',
        data: { ticker: 'ETH' },
        policies: [{ type: 'token-allowance', data: { allowance: '0x5' } }],
        required: true,
      },
      { type: 'erc20-token-transfer', data: { address: token, ticker: 'DUSD', allowance: '0x6' } },
      { type: 'contract-call', data: { address: game, calls: ['play()', 'mint(address,uint256)'] } },
      {
        type: 'contract-call',
        data: {
          address: game,
          abi: [{ type: 'function', name: 'stop', inputs: [] }],
          functions: [{ functionName: 'stop' }],
        },
      },
    ]
    const wanted = older(several(permissions))
    expect(wanted.items).toMatchObject([
      {
        permission: {
          grantee,
          expiry: now + day,
          limits: [
            { token: null, amount: 5n },
            { token, amount: 6n },
          ],
          calls: [{ selector: '0x93e84cd9' }, { selector: '0x40c10f19' }, { selector: '0x07da68f5' }],
        },
        adjustable: false,
      },
    ])
    expect(wanted.answer(given(wanted))).toMatchObject({
      permissionsContext: id,
      context: id,
      expiry: now + day,
      grantedPermissions: [{ type: 'native-token-transfer' }, { type: 'erc20-token-transfer' }, {}, {}],
      signerMeta: { delegationManager: manager },
    })
  })

  test('the present form is taken under the older name', () => {
    expect(older(item()).items).toEqual(parse(item()).items)
  })

  const data = { allowance: '0x5' }
  test.each<[string, object, unknown, string]>([
    [
      'a key',
      single({ signer: { type: 'key', data: { id: 'did:key:z6Mk' } } }),
      UnknownPermissionError,
      'signerType',
    ],
    [
      'the wallet itself',
      single({ signer: { type: 'wallet', data: {} } }),
      UnknownPermissionError,
      'signerType',
    ],
    [
      'an account without address',
      single({ signer: { type: 'account', data: {} } }),
      RpcParamsError,
      'signer',
    ],
    [
      'an NFT',
      single({ permission: { type: 'erc721-token-transfer', data: {} } }),
      UnknownPermissionError,
      'permissionType',
    ],
    [
      'a limit of gas',
      single({ policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] }),
      RpcParamsError,
      'policies',
    ],
    [
      'two amounts',
      several([{ type: 'native-token-transfer', data, policies: [{ type: 'token-allowance', data }] }]),
      RpcParamsError,
      'policies',
    ],
    ['no amount', several([{ type: 'native-token-transfer', data: {} }]), RpcParamsError, 'policies'],
    [
      'the same token twice',
      several([
        { type: 'native-token-transfer', data },
        { type: 'native-token-transfer', data },
      ]),
      RequestBlockedError,
      'sameToken',
    ],
    [
      'calls on a token with a limit',
      several([
        { type: 'erc20-token-transfer', data: { address: game, ...data } },
        { type: 'contract-call', data: { address: game, calls: ['play()'] } },
      ]),
      RequestBlockedError,
      'sameToken',
    ],
    [
      'a function by name that the ABI has not',
      several([
        { type: 'contract-call', data: { address: game, abi: [], functions: [{ functionName: 'a' }] } },
      ]),
      RpcParamsError,
      'permissionData',
    ],
    [
      'conditions on arguments',
      several([
        {
          type: 'contract-call',
          data: { address: game, abi: [], functions: [{ functionName: 'a', args: [] }] },
        },
      ]),
      RpcParamsError,
      'permissionData',
    ],
    [
      'policies on calls',
      several([
        {
          type: 'contract-call',
          data: { address: game, calls: ['play()'] },
          policies: [{ type: 'rate-limit', data: {} }],
        },
      ]),
      RpcParamsError,
      'policies',
    ],
    ['no end', { ...single(), expiry: undefined }, RpcParamsError, 'params'],
    ['another network', single({ chainId: '0x1' }), RpcParamsError, 'chainId'],
    ['another account', single({ address: game }), RequestBlockedError, 'account'],
  ])('refuses %s', (_, asked, error, reason) => {
    try {
      older(asked)
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(error)
      expect(thrown).toMatchObject({ data: { reason } })
      return
    }
    throw new Error('It was taken')
  })
})
