import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionResult, getAddress, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  enabledCall,
  enableManagerCall,
  grantCall,
  managerAbi,
  permissionContext,
  permissionsCall,
  readEnabled,
  readGrant,
  readGrantedIds,
  readPermissionContext,
  readPermissions,
  revokeCall,
  samePermission,
} from './managerCalls.ts'
import type { AccountPermission } from './model.ts'
import { deniedSelectors, selectorOfSignature, selectorsOfName } from './selectors.ts'

const manager = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => `0x${Buffer.from(value).toString('hex')}` as Hex)
const address = hex(20)
  .filter((value) => value !== zeroAddress)
  .map((value) => getAddress(value))
const permission: fc.Arbitrary<AccountPermission> = fc.record({
  grantee: address,
  expiry: fc.integer({ min: 1, max: 2 ** 48 - 1 }),
  limits: fc.array(
    fc.record({
      token: fc.option(address),
      amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      start: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
      period: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    }),
    { maxLength: 4 },
  ),
  calls: fc.array(fc.record({ target: address, selector: hex(4) }), { maxLength: 4 }),
})

/** As the contract answers. */
const answerOf = (
  permissions: readonly AccountPermission[],
  ids: readonly Hex[],
  spent: readonly bigint[][],
) =>
  encodeFunctionResult({
    abi: managerAbi,
    functionName: 'permissionsOf',
    result: [
      [...ids],
      permissions.map(({ grantee, expiry, limits, calls }) => ({
        grantee,
        expiry,
        allowances: limits.map(({ token, ...limit }) => ({ token: token ?? zeroAddress, ...limit })),
        calls: [...calls],
      })),
      spent,
    ],
  })

test('what is encoded is what is read again', () => {
  fc.assert(
    fc.property(permission, hex(32), (given, id) => {
      const { to, value, data } = grantCall(manager, given)
      expect({ to, value }).toEqual({ to: manager, value: 0n })
      expect(readGrant(data)).toEqual(given)
      const spent = given.limits.map(() => 7n)
      expect(readPermissions(answerOf([given], [id], [spent]))).toEqual([{ ...given, id, spent }])
      expect(readPermissionContext(permissionContext(account, id))).toEqual({ account, id })
      expect(samePermission(given, { ...given })).toBe(true)
      expect(samePermission(given, { ...given, expiry: given.expiry - 1 })).toBe(false)
    }),
  )
})

test('the other calls go where they must', () => {
  const id: Hex = `0x${'1'.repeat(64)}`
  expect(revokeCall(manager, id)).toMatchObject({ to: manager, value: 0n })
  expect(revokeCall(manager, id).data.endsWith(id.slice(2))).toBe(true)
  expect(enableManagerCall(account, manager)).toMatchObject({ to: account })
  expect(enableManagerCall(account, manager).data.slice(0, 10)).toBe('0x610b5925')
  expect(permissionsCall(manager, account).params[0].to).toBe(manager)
  expect(enabledCall(manager, account).params[0].to).toBe(account)
  expect(readGrant(revokeCall(manager, id).data)).toBeNull()
})

test('the ids of what was given stand in the logs of the account and the manager alone', () => {
  const grantee = `0x${'0'.repeat(24)}${manager.slice(2).toLowerCase()}`
  const topics = (giver: string, number: string) => [
    '0x4cf3e1e37593c051ae26cd388ef2937cec5af2f089064370aa2d47b79a636871',
    `0x${'0'.repeat(24)}${giver.slice(2)}`,
    `0x${number.repeat(64)}`,
    grantee,
  ]
  const logs = [
    { address: manager.toLowerCase(), topics: topics(account, '1') },
    { address: account, topics: topics(account, '2') },
    { address: manager, topics: topics(manager, '3') },
    { address: manager, topics: [] },
    { address: manager, topics: topics(account, '4') },
  ]
  expect(readGrantedIds(logs, manager, account)).toEqual([`0x${'1'.repeat(64)}`, `0x${'4'.repeat(64)}`])
})

describe('answers that are none', () => {
  const id: Hex = `0x${'1'.repeat(64)}`
  const one: AccountPermission = {
    grantee: account,
    expiry: 1,
    limits: [{ token: null, amount: 1n, start: 0, period: 0 }],
    calls: [],
  }
  test.each<[string, unknown]>([
    ['nothing', '0x'],
    ['undefined', undefined],
    ['text', 'hello'],
    ['one word', `0x${'0'.repeat(64)}`],
    ['fewer ids', answerOf([one], [], [[0n]])],
    ['fewer amounts', answerOf([one], [id], [[]])],
    ['half of it', answerOf([one], [id], [[0n]]).slice(0, -64)],
  ])('%s', (_, answer) => expect(readPermissions(answer)).toBeNull())

  test.each<[unknown, boolean | null]>([
    ['0x', false],
    [encodeAbiParameters([{ type: 'bool' }], [true]), true],
    [encodeAbiParameters([{ type: 'bool' }], [false]), false],
    [undefined, null],
    ['0x01', null],
  ])('enabled: %s', (answer, expected) => expect(readEnabled(answer)).toBe(expected))

  test.each([['0x'], [7], [`0x${'f'.repeat(128)}`], [`0x${'0'.repeat(126)}`], [null]])(
    'context %s',
    (context) => expect(readPermissionContext(context)).toBeNull(),
  )
})

describe('selectors', () => {
  test.each([
    ['mint(address,uint256)', '0x40c10f19'],
    ['function mint(address, uint256)', '0x40c10f19'],
    ['play()', '0x93e84cd9'],
    ['mint', null],
    ['mint(address', null],
    ['mint(address) returns (bool)', '0x6a627842'],
    ['', null],
  ])('%s', (text, selector) => expect(selectorOfSignature(text)).toBe(selector))

  test('by name, from an ABI that a site gives', () => {
    const abi = [
      { type: 'function', name: 'mint', inputs: [{ type: 'address' }, { type: 'uint256' }], outputs: [] },
      { type: 'event', name: 'mint', inputs: [] },
      null,
      'mint',
    ]
    expect(selectorsOfName(abi, 'mint')).toEqual(['0x40c10f19'])
    expect(selectorsOfName(abi, 'burn')).toEqual([])
    expect(selectorsOfName([{ type: 'function', name: 'mint', inputs: [null] }], 'mint')).toEqual([])
  })

  test('nothing that moves tokens or runs any call can be listed', () => {
    const denied = deniedSelectors()
    for (const signature of [
      'transfer(address,uint256)',
      'transferFrom(address,address,uint256)',
      'approve(address,uint256)',
      'setApprovalForAll(address,bool)',
      'safeTransferFrom(address,address,uint256)',
      'multicall(bytes[])',
      'enableModule(address)',
      'redeemDelegations(bytes[],bytes32[],bytes[])',
      'push(address,uint256)',
      'move(address,address,uint256)',
      'transferShares(address,uint256)',
      'transferSharesFrom(address,address,uint256)',
      'withdraw(uint256,address,address)',
      'redeem(uint256,address,address)',
    ])
      expect(denied, signature).toContain(selectorOfSignature(signature))
    expect(denied).not.toContain(selectorOfSignature('play()'))
  })
})
