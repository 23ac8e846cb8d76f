import fc from 'fast-check'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
  size,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { tokenAbi } from './callAbi.ts'
import { decodeCall, flattenCalls } from './calldata.ts'

const account = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const approve = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [bob, 5n] })
const zero = `0x${'0'.repeat(40)}` as const

const call = (signature: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never), args } as never)
const decode = (data: Hex, value = 0n) => decodeCall({ to: account, value, data })
const kinds = (data: Hex) => flattenCalls(decode(data)).map(({ kind }) => kind)
const step = (operation: 0 | 1, to: Address, value: bigint, data: Hex) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to, value, BigInt(size(data)), data],
  )
const multiSend = (...steps: Hex[]) => call('multiSend(bytes transactions)', [concat(steps)])
const approval = { kind: 'approval', token: account, spender: bob, amount: 5n }

describe('MultiSend', () => {
  test('each operation is read', () => {
    const data = multiSend(step(0, account, 0n, approve), step(0, bob, 7n, '0x'))
    expect(decode(data)).toMatchObject({
      kind: 'batch',
      calls: [approval, { kind: 'nativeTransfer', to: bob, value: 7n }],
    })
  })
  test('foreign code is control, and what it does is read', () => {
    expect(decode(multiSend(step(1, account, 0n, approve)))).toMatchObject({
      kind: 'batch',
      calls: [{ kind: 'control', name: 'delegatecall', to: account, calls: [approval] }],
    })
  })
  test.each([
    ['an unknown operation', encodePacked(['uint8', 'bytes'], [2, step(0, account, 0n, approve)])],
    ['bytes left over', concat([step(0, account, 0n, approve), '0x00'])],
    ['a length that goes too far', step(0, account, 0n, approve).slice(0, -2) as Hex],
    [
      'a huge length',
      encodePacked(['uint8', 'address', 'uint256', 'uint256'], [0, bob, 0n, 2n ** 256n - 1n]),
    ],
    ['nothing', '0x' as const],
  ])('%s is not read', (_, packed) =>
    expect(kinds(call('multiSend(bytes transactions)', [packed]))).toEqual(['unknown']),
  )
})

describe('accounts', () => {
  const safe = (operation: number, data: Hex, gasPrice = 0n) =>
    call(
      'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 a, uint256 b, uint256 c, address d, address e, bytes f)',
      [account, 0n, data, operation, 0n, 9n, gasPrice, zero, zero, '0x'],
    )
  test('a transaction of a Safe is control, and what it does is read', () => {
    expect(decode(safe(0, approve))).toMatchObject({
      kind: 'control',
      name: 'execTransaction',
      calls: [approval],
    })
    expect(kinds(safe(1, multiSend(step(0, account, 0n, approve))))).toEqual([
      'control',
      'control',
      'approval',
    ])
    expect(kinds(safe(0, '0x12345678'))).toEqual(['control', 'unknown'])
  })
  test('one that pays somebody besides is not read: its call is not all that it does', () =>
    expect(kinds(safe(0, approve, 1n))).toEqual(['control', 'unknown']))

  const struct = '(address target,uint256 value,bytes data)[]'
  const calls = [
    { target: account, value: 0n, data: approve },
    { target: zero, value: 1n, data: '0x12345678' },
  ]
  const list = encodeAbiParameters(parseAbiParameters('(address target,uint256 value,bytes data)[] calls'), [
    calls as never,
  ])
  const listWithData = encodeAbiParameters(
    parseAbiParameters('(address target,uint256 value,bytes data)[] calls, bytes opData'),
    [calls as never, '0xabcd'],
  )
  const packed = encodePacked(['address', 'uint256', 'bytes'], [account, 0n, approve])
  const mode = (head: Hex) => pad(head, { dir: 'right', size: 32 })

  test.each<[string, Hex, readonly string[]]>([
    ['executeBatch of structs', call(`executeBatch(${struct} calls)`, [calls]), ['approval', 'unknown']],
    [
      'executeBatch of lists',
      call('executeBatch(address[] a, bytes[] b)', [[account], [approve]]),
      ['approval'],
    ],
    [
      'executeBatch with values',
      call('executeBatch(address[] a, uint256[] v, bytes[] b)', [[bob], [1n], ['0x']]),
      ['nativeTransfer'],
    ],
    [
      'lists of different lengths',
      call('executeBatch(address[] a, bytes[] b)', [[account, bob], [approve]]),
      ['unknown'],
    ],
    ['execute of structs', call(`execute(${struct} calls)`, [calls]), ['approval', 'unknown']],
    ['ERC-7579, a single call', call('execute(bytes32 m, bytes x)', [mode('0x00'), packed]), ['approval']],
    ['ERC-7579, several', call('execute(bytes32 m, bytes x)', [mode('0x01'), list]), ['approval', 'unknown']],
    [
      'ERC-7821, with data of its own',
      call('execute(bytes32 m, bytes x)', [mode('0x01000000000078210001'), listWithData]),
      ['approval', 'unknown'],
    ],
    [
      'ERC-7579, foreign code',
      call('execute(bytes32 m, bytes x)', [mode('0xff'), concat([account, approve])]),
      ['control', 'approval'],
    ],
    ['ERC-7579, another mode', call('execute(bytes32 m, bytes x)', [mode('0x02'), packed]), ['unknown']],
    ['ERC-7579, too short', call('execute(bytes32 m, bytes x)', [mode('0x00'), '0x1234']), ['unknown']],
    [
      'Multicall3 with money',
      call('aggregate3Value((address target,bool f,uint256 value,bytes callData)[] c)', [
        [{ target: bob, f: false, value: 1n, callData: '0x' }],
      ]),
      ['nativeTransfer'],
    ],
    [
      'ERC-7710',
      call('redeemDelegations(bytes[] c, bytes32[] m, bytes[] x)', [['0x'], [mode('0x00')], [packed]]),
      ['control', 'approval'],
    ],
    [
      'ERC-7710 of different lengths',
      call('redeemDelegations(bytes[] c, bytes32[] m, bytes[] x)', [[], [mode('0x00')], [packed]]),
      ['control', 'unknown'],
    ],
  ])('%s', (_, data, expected) => expect(kinds(data)).toEqual(expected))

  // An account of ERC-7821 makes the calls in each list, one of ERC-7579 those of a single list whose addresses are lengths.
  test.each(['0x01000000000078210002', '0x0100abcdef0178210002ffff', '0x01010000000078210002'] as const)(
    'ERC-7821, several lists, are not read: %s',
    (head) => {
      const lists = encodeAbiParameters(parseAbiParameters('bytes[] x'), [[list, listWithData]])
      for (const data of [lists, list])
        expect(kinds(call('execute(bytes32 m, bytes x)', [mode(head), data]))).toEqual(['unknown'])
    },
  )

  test('address zero is the account itself (ERC-7821)', () => {
    expect(flattenCalls(decode(call('execute(bytes32 m, bytes x)', [mode('0x01'), list])))[1]).toMatchObject({
      to: account,
    })
  })
})

describe('money that goes along with a step that carries others', () => {
  const carry = (data: Hex) =>
    call('executeBatch((address target,uint256 value,bytes data)[] c)', [[{ target: bob, value: 7n, data }]])
  const money = { kind: 'nativeTransfer', to: bob, value: 7n }
  test.each<[string, Hex, object[]]>([
    ['a batch', call('multicall(bytes[] data)', [[approve]]), [money, { kind: 'approval', token: bob }]],
    [
      'control',
      call('transferOwnership(address x)', [account]),
      [{ kind: 'control', name: 'transferOwnership' }, money],
    ],
  ])('is a step of its own: %s', (_, data, steps) =>
    expect(flattenCalls(decode(carry(data)))).toMatchObject(steps),
  )
  test('is none where the call itself tells of it', () => {
    expect(kinds(carry('0x12345678'))).toEqual(['unknown'])
    expect(kinds(carry('0x'))).toEqual(['nativeTransfer'])
  })
})

test.each([
  ['approveHash(bytes32 x)', [pad('0x01')]],
  ['setFallbackHandler(address x)', [bob]],
  ['disableModule(address p, address x)', [bob, bob]],
  ['removeOwner(address p, address x, uint256 t)', [bob, bob, 1n]],
  ['changeThreshold(uint256 t)', [1n]],
  ['setModuleGuard(address x)', [bob]],
  ['installModule(uint256 t, address m, bytes d)', [1n, bob, '0x']],
  ['upgradeAndCall(address p, address i, bytes d)', [bob, bob, '0x']],
  ['renounceOwnership()', []],
  ['diamondCut((address f,uint8 a,bytes4[] s)[] c, address i, bytes d)', [[], bob, '0x']],
])('%s hands over control', (signature, args) => {
  expect(decode(call(signature, args))).toMatchObject({ kind: 'control', calls: [] })
  // With money along it is no less so.
  expect(decode(call(signature, args), 1n).kind).toBe('control')
})

test.each<[string, readonly unknown[], object]>([
  [
    'permit(address h, address s, uint256 n, uint256 e, bool a, uint8 v, bytes32 r, bytes32 q)',
    [account, bob, 0n, 0n, true, 27, pad('0x1'), pad('0x1')],
    { kind: 'approval', owner: account, spender: bob, unlimited: true },
  ],
  [
    'permit(address h, address s, uint256 n, uint256 e, bool a, uint8 v, bytes32 r, bytes32 q)',
    [account, bob, 0n, 0n, false, 27, pad('0x1'), pad('0x1')],
    { kind: 'approval', amount: 0n, unlimited: false },
  ],
  [
    'permit(address o, address s, uint256 v, uint256 d, bytes q)',
    [account, bob, 5n, 0n, '0x'],
    { kind: 'approval', owner: account, amount: 5n },
  ],
  [
    'approveAndCall(address s, uint256 a, bytes d)',
    [bob, 5n, '0x'],
    { kind: 'approval', spender: bob, amount: 5n },
  ],
  [
    'transferAndCall(address t, uint256 a, bytes d)',
    [bob, 5n, '0x'],
    { kind: 'tokenTransfer', to: bob, amount: 5n },
  ],
  [
    'transferFromAndCall(address f, address t, uint256 a)',
    [account, bob, 5n],
    { kind: 'tokenTransfer', from: account, to: bob },
  ],
  ['send(address t, uint256 a, bytes d)', [bob, 5n, '0x'], { kind: 'tokenTransfer', to: bob, amount: 5n }],
  ['setOperator(address o, bool a)', [bob, true], { kind: 'approvalForAll', operator: bob, approved: true }],
  ['authorizeOperator(address o)', [bob], { kind: 'approvalForAll', operator: bob, approved: true }],
  ['revokeOperator(address o)', [bob], { kind: 'approvalForAll', operator: bob, approved: false }],
])('%s', (signature, args, expected) => expect(decode(call(signature, args))).toMatchObject(expected))

describe('bombs', () => {
  test('the same bytes pointed at over and over are read a hundred times at most', () => {
    let data: Hex = approve
    for (let depth = 0; depth < 4; depth += 1)
      data = call('multicall(bytes[] data)', [Array.from({ length: 9 }, () => data)])
    const flat = flattenCalls(decode(data))
    expect(flat.length).toBeLessThanOrEqual(101)
    expect(flat.some(({ kind }) => kind === 'unknown')).toBe(true)
  })

  test('no bytes make it throw', () => {
    const heads = ['0x8d80ff0a', '0xe9ae5c53', '0x6a761202', '0xcef6d209', '0x34fcd5be']
    const bytes = fc
      .uint8Array({ maxLength: 300 })
      .map((tail) => tail.reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), ''))
    fc.assert(
      fc.property(fc.constantFrom(...heads), bytes, (head, tail) => {
        expect(flattenCalls(decode(`${head}${tail}` as Hex)).length).toBeGreaterThan(0)
      }),
    )
  })
})
