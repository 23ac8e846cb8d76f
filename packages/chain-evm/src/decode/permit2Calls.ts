import type { Address } from 'viem'
import type { DecodedCall } from './calldata.ts'
import type { Decoded } from './Decoded.ts'
import { isUnlimited } from './typedDataPurpose.ts'

type Details = { token: Address; amount: bigint; expiration: number }
type Transfer = { from: Address; to: Address; amount: bigint; token: Address }
type Permitted = { token: Address }
type Target = { to: Address; requestedAmount: bigint }

const approvalOf = (details: Details, spender: Address, owner: Address | null): DecodedCall => ({
  kind: 'approval',
  token: details.token,
  spender,
  amount: details.amount,
  unlimited: isUnlimited(details.amount, 160),
  change: 'set',
  owner,
  expiresAt: BigInt(details.expiration),
})

const transferOf = ({ token, from, to, amount }: Transfer): DecodedCall => ({
  kind: 'tokenTransfer',
  token,
  from,
  to,
  amount,
})

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

function permitsOf([owner, permit]: readonly unknown[]): DecodedCall[] {
  const { details, spender } = permit as { details: Details | readonly Details[]; spender: Address }
  return listOf(details).map((one) => approvalOf(one, spender, owner as Address))
}

function signedTransfersOf([permit, targets, owner]: readonly unknown[]): DecodedCall[] {
  const permitted = listOf((permit as { permitted: Permitted | readonly Permitted[] }).permitted)
  return listOf(targets as Target | readonly Target[]).flatMap(({ to, requestedAmount }, index) => {
    const token = permitted[index]?.token
    return token ? [transferOf({ token, from: owner as Address, to, amount: requestedAmount })] : []
  })
}

/** What a call of Permit2 does to each token: allowances that are given, or transfers. */
export function permit2Calls({ functionName, args }: Decoded): readonly DecodedCall[] {
  if (functionName === 'approve') {
    const [token, spender, amount, expiration] = args as [Address, Address, bigint, number]
    return [approvalOf({ token, amount, expiration }, spender, null)]
  }
  if (functionName === 'permit') return permitsOf(args)
  if (functionName !== 'transferFrom') return signedTransfersOf(args)
  if (args.length === 1) return (args[0] as readonly Transfer[]).map(transferOf)
  const [from, to, amount, token] = args as [Address, Address, bigint, Address]
  return [transferOf({ from, to, amount, token })]
}
