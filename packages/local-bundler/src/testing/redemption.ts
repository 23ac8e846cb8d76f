import { type Address, encodeAbiParameters, encodePacked, type Hex } from 'viem'

/** ERC-7579 execution modes. */
export const SINGLE: Hex = `0x${'0'.repeat(64)}`
export const BATCH: Hex = `0x01${'0'.repeat(62)}`

/** One call; `value` in wei. */
export type Execution = { target: Address; value?: bigint; callData?: Hex }

/** What a grantee sends to the permission manager. */
export type Redemption = { contexts: readonly Hex[]; modes: readonly Hex[]; data: readonly Hex[] }

export const contextOf = (account: Address, id: Hex): Hex =>
  encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [account, id])

export const single = ({ target, value = 0n, callData = '0x' }: Execution): Hex =>
  encodePacked(['address', 'uint256', 'bytes'], [target, value, callData])

const executions = [
  {
    type: 'tuple[]',
    components: [
      { type: 'address', name: 'target' },
      { type: 'uint256', name: 'value' },
      { type: 'bytes', name: 'callData' },
    ],
  },
] as const

export const batch = (calls: readonly Execution[]): Hex =>
  encodeAbiParameters(executions, [
    calls.map(({ target, value = 0n, callData = '0x' }) => ({ target, value, callData })),
  ])

/** One call by one permission. */
export const once = (account: Address, id: Hex, call: Execution): Redemption => ({
  contexts: [contextOf(account, id)],
  modes: [SINGLE],
  data: [single(call)],
})

/** Several calls by one permission, all or none. */
export const many = (account: Address, id: Hex, calls: readonly Execution[]): Redemption => ({
  contexts: [contextOf(account, id)],
  modes: [BATCH],
  data: [batch(calls)],
})
