import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { flattenCalls } from '../calldata.ts'
import { snapshot } from './snapshot.ts'
import { callWith, encode } from './testing/describeWith.ts'
import { account } from './testing/sampleDescriptor.ts'

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const abi = parseAbi([
  'function multicall(bytes[] data)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
  'function execute(address target, uint256 value, bytes data)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 a, uint256 b, uint256 c, address d, address e, bytes f)',
])
/** To whoever calls the router, by the sign that it has for them. */
const swap = encode(
  'exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)',
  [
    {
      ...{
        tokenIn: weth,
        tokenOut: account,
        fee: 500,
        recipient: '0x0000000000000000000000000000000000000001',
      },
      ...{ amountIn: 9n, amountOutMinimum: 1n, sqrtPriceLimitX96: 0n },
    },
  ],
)
const wrap = encode('deposit()', [])
const kinds = (to: Address, data: Hex) =>
  flattenCalls(
    callWith(
      snapshot.map(({ document }) => document),
      data,
      { to, value: 9n },
    ),
  ).map(({ kind }) => kind)
const aggregate = (target: Address, callData: Hex) =>
  encodeFunctionData({
    abi,
    functionName: 'aggregate3Value',
    args: [[{ target, allowFailure: false, value: 9n, callData }]],
  })
const execute = (target: Address, data: Hex) =>
  encodeFunctionData({ abi, functionName: 'execute', args: [target, 9n, data] })

test('a step that another contract makes stays unread: what it brings is that contract’s', () => {
  expect(kinds(multicall3, aggregate(router, swap))).toEqual(['unknown'])
  expect(kinds(multicall3, aggregate(weth, wrap))).toEqual(['unknown'])
  expect(kinds(account, execute(multicall3, aggregate(weth, wrap)))).toEqual(['nativeTransfer', 'unknown'])
})

test('foreign code is no call of the contract that it is of', () => {
  const zero = `0x${'0'.repeat(40)}` as const
  const data = encodeFunctionData({
    abi,
    functionName: 'execTransaction',
    args: [weth, 0n, encode('withdraw(uint256 wad)', [5n]), 1, 0n, 0n, 0n, zero, zero, '0x'],
  })
  for (const safe of [account, multicall3] as const)
    expect(kinds(safe, data)).toEqual(['control', 'control', 'unknown'])
})

test('a step that the account makes is described', () => {
  const twice = encodeFunctionData({ abi, functionName: 'multicall', args: [[swap]] })
  expect(kinds(router, twice)).toEqual(['described'])
  expect(kinds(account, execute(weth, wrap))).toEqual(['described'])
})
