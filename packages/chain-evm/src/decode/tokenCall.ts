import type { Address } from 'viem'
import type { DecodedCall } from './calldata.ts'
import type { Decoded } from './Decoded.ts'
import { isUnlimited } from './typedDataPurpose.ts'

const changeOf = (functionName: string) =>
  functionName.startsWith('increase') ? 'increase' : functionName.startsWith('decrease') ? 'decrease' : 'set'

function approvalOf(token: Address, { functionName, args }: Decoded): DecodedCall {
  const permit = functionName === 'permit'
  const [spender, amount] = (permit ? args.slice(1) : args) as [Address, bigint]
  const change = changeOf(functionName)
  const unlimited = change !== 'decrease' && isUnlimited(amount, 256)
  const owner = permit ? (args[0] as Address) : null
  return { kind: 'approval', token, spender, amount, unlimited, change, owner }
}

/** DAI's `permit`, which allows everything or nothing. */
function daiPermit(token: Address, args: readonly unknown[]): DecodedCall {
  const [owner, spender, , , allowed] = args as [Address, Address, bigint, bigint, boolean]
  const amount = allowed ? 2n ** 256n - 1n : 0n
  return { kind: 'approval', token, spender, amount, unlimited: allowed, change: 'set', owner }
}

function collectibleOf(token: Address, { functionName, args }: Decoded): DecodedCall {
  const [from, to, id, fourth] = args as [Address, Address, unknown, unknown]
  if (functionName === 'safeBatchTransferFrom') {
    const amounts = fourth as readonly bigint[]
    const items = (id as readonly bigint[]).map((item, index) => ({ id: item, amount: amounts[index] ?? 0n }))
    return { kind: 'collectibleTransfer', token, from, to, items }
  }
  const amount = typeof fourth === 'bigint' ? fourth : 1n
  return { kind: 'collectibleTransfer', token, from, to, items: [{ id: id as bigint, amount }] }
}

/** What a call of a token's standard function does: ERC-20, 721, 777, 1155, 1363, 2612, 6909 and DAI's permit. */
export function tokenCall(token: Address, decoded: Decoded): DecodedCall {
  const { functionName, args } = decoded
  switch (functionName) {
    case 'transfer':
    case 'transferAndCall':
    case 'send': {
      const [to, amount] = args as [Address, bigint]
      return { kind: 'tokenTransfer', token, from: null, to, amount }
    }
    case 'transferFrom':
    case 'transferFromAndCall': {
      const [from, to, amount] = args as [Address, Address, bigint]
      return { kind: 'tokenTransfer', token, from, to, amount }
    }
    case 'setApprovalForAll':
    case 'setOperator': {
      const [operator, approved] = args as [Address, boolean]
      return { kind: 'approvalForAll', token, operator, approved }
    }
    case 'authorizeOperator':
    case 'revokeOperator': {
      const approved = functionName === 'authorizeOperator'
      return { kind: 'approvalForAll', token, operator: args[0] as Address, approved }
    }
    case 'permit':
      return typeof args[4] === 'boolean' ? daiPermit(token, args) : approvalOf(token, decoded)
    default:
      return functionName.startsWith('safe') ? collectibleOf(token, decoded) : approvalOf(token, decoded)
  }
}
