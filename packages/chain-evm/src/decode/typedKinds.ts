import type { Address, Hex } from 'viem'
import { isUnlimited, permit2Address } from './callAbi.ts'
import type {
  Allowance,
  Call,
  DecodedCall,
  TypedMember,
  TypedPurpose,
  TypedTypes,
  TypedValue,
} from './model.ts'

export type Fields = { readonly [name: string]: TypedValue }
/** Reads the call that a request asks for. */
type DecodeCall = (call: Call) => DecodedCall

/** A struct by whose signature something is given away. A new kind is a new entry in `typedKinds`. */
type TypedKind = {
  /** What it is called in its standard. Under any other name it is one all the same, only not that of the standard. */
  names: readonly string[]
  /** Its members in order, as `type name`. */
  members: string
  /** Others may follow. */
  more?: true
  /** The structs that it holds. */
  holds?: Readonly<Record<string, string>>
  /** The one contract whose it is; any other imitates it. */
  of?: Address
  /**
   * @param contract whose data it is, as the domain says
   * @param isLonger it has members beyond those of the standard
   */
  read(message: Fields, contract: Address, isLonger: boolean): TypedPurpose
}

const whole = (value: TypedValue | undefined): bigint => BigInt(value as string)

function allowance(
  token: TypedValue | undefined,
  spender: TypedValue | undefined,
  amount: bigint,
  expiresAt: bigint | null,
  bits: 160 | 256,
): Allowance {
  const unlimited = isUnlimited(amount, bits)
  return { token: token as Address, spender: spender as Address, amount, unlimited, expiresAt }
}

const list = (value: TypedValue | undefined): readonly Fields[] =>
  (Array.isArray(value) ? value : [value]) as readonly Fields[]

const permits: readonly TypedKind[] = [
  {
    names: ['Permit'],
    members: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
    read({ owner, spender, value }, token) {
      // The deadline bounds when the permit may be handed in, not how long the allowance lasts.
      const given = allowance(token, spender, whole(value), null, 256)
      const kind = given.amount === 0n ? 'revoke' : 'permit'
      return { kind, standard: 'erc2612', owner: owner as Address, allowances: [given] }
    },
  },
  {
    names: ['Permit'],
    members: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed',
    read({ holder, spender, allowed }, token) {
      const given = allowance(token, spender, allowed === true ? 2n ** 256n - 1n : 0n, null, 256)
      const kind = allowed === true ? 'permit' : 'revoke'
      return { kind, standard: 'dai', owner: holder as Address, allowances: [given] }
    },
  },
]

function permit2Allowances({ details, spender }: Fields): TypedPurpose {
  const allowances = list(details).map(({ token, amount, expiration }) =>
    allowance(token, spender, whole(amount), whole(expiration), 160),
  )
  const kind = allowances.every(({ amount }) => amount === 0n) ? 'revoke' : 'permit'
  return { kind, standard: 'permit2', owner: null, allowances }
}

function permit2Transfers(
  { permitted, spender, deadline }: Fields,
  _: Address,
  isLonger: boolean,
): TypedPurpose {
  const allowances = list(permitted).map(({ token, amount }) =>
    allowance(token, spender, whole(amount), whole(deadline), 256),
  )
  const witness = isLonger ? { witness: true as const } : {}
  return { kind: 'transfer', standard: 'permit2', owner: null, allowances, ...witness }
}

const details = { PermitDetails: 'address token,uint160 amount,uint48 expiration,uint48 nonce' }
const permissions = { TokenPermissions: 'address token,uint256 amount' }

const permit2: readonly TypedKind[] = [
  {
    names: ['PermitSingle'],
    members: 'PermitDetails details,address spender,uint256 sigDeadline',
    holds: details,
    read: permit2Allowances,
  },
  {
    names: ['PermitBatch'],
    members: 'PermitDetails[] details,address spender,uint256 sigDeadline',
    holds: details,
    read: permit2Allowances,
  },
  {
    names: ['PermitTransferFrom', 'PermitWitnessTransferFrom'],
    members: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
    more: true,
    holds: permissions,
    read: permit2Transfers,
  },
  {
    names: ['PermitBatchTransferFrom', 'PermitBatchWitnessTransferFrom'],
    members: 'TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline',
    more: true,
    holds: permissions,
    read: permit2Transfers,
  },
].map((kind) => ({ ...kind, of: permit2Address }) as TypedKind)

/** EIP-3009: whoever has the signature moves the tokens; of `Receive…` the recipient alone. */
const authorizations: readonly TypedKind[] = [
  {
    names: ['TransferWithAuthorization', 'ReceiveWithAuthorization'],
    members: 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    read({ from, to, value, validAfter, validBefore }, token) {
      const [actor, amount] = [from as Address, whole(value)]
      const call: DecodedCall = { kind: 'tokenTransfer', token, from: actor, to: to as Address, amount }
      const dates = { validAfter: whole(validAfter), deadline: whole(validBefore) }
      return { kind: 'relayed', standard: 'erc3009', actor, call, ...dates }
    },
  },
  {
    names: ['CancelAuthorization'],
    members: 'address authorizer,bytes32 nonce',
    read: ({ authorizer }) => ({ kind: 'cancel', standard: 'erc3009', owner: authorizer as Address }),
  },
]

/** Permits of collections: one item (ERC-4494), or all of them (Uniswap 4's positions). */
const collectibles: readonly TypedKind[] = [
  {
    names: ['Permit'],
    members: 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline',
    read({ spender, tokenId, deadline }, token) {
      const given = { token, spender: spender as Address, amount: whole(tokenId), unlimited: false }
      const call: DecodedCall = { kind: 'approval', ...given, change: 'set', owner: null }
      const dates = { validAfter: null, deadline: whole(deadline) }
      return { kind: 'relayed', standard: 'erc4494', actor: null, call, ...dates }
    },
  },
  {
    names: ['PermitForAll'],
    members: 'address operator,bool approved,uint256 nonce,uint256 deadline',
    read({ operator, approved, deadline }, token) {
      const parties = { token, operator: operator as Address, approved: approved === true }
      const call: DecodedCall = { kind: 'approvalForAll', ...parties }
      const dates = { validAfter: null, deadline: whole(deadline) }
      return { kind: 'relayed', standard: 'erc4494', actor: null, call, ...dates }
    },
  },
]

/** Every struct by which value is moved and that is known member for member. */
export const typedKinds: readonly TypedKind[] = [...permits, ...permit2, ...authorizations, ...collectibles]

/** What members of a request for a call are called: EIP-2771 names none, and every forwarder has its own. */
const roles = {
  actor: /^(?:from|user|useraddress|sender|signer|owner|account|wallet|authorizer)$/,
  target: /^(?:to|target|dest|destination|contract|contractaddress|recipient|callee)$/,
  data: /^(?:data|functionsignature|functiondata|calldata|callbytes|func|payload|encodedfunction|input)$/,
  value: /^(?:value|nativevalue|msgvalue)$/,
  deadline:
    /^(?:deadline|userdeadline|validuntil|validuntiltime|validto|validbefore|expiry|expiration|expirytime)$/,
} as const

/** The one member that has a role; null: none has, undefined: several do, and nobody can say which. */
function memberFor(members: readonly TypedMember[], role: keyof typeof roles, type: RegExp) {
  const found = members.filter(
    (member) => type.test(member.type) && roles[role].test(member.name.toLowerCase().replaceAll('_', '')),
  )
  return found.length > 1 ? undefined : (found[0]?.name ?? null)
}

/**
 * A request that somebody else makes a call in the signer's name: `MetaTransaction`, `ForwardRequest` (ERC-2771, with
 * OpenZeppelin's, GSN's and Gelato's members), or anything that has an account, a target and the call's data. The data of
 * `MetaTransaction`, which has no target, is for the contract that the domain names.
 */
function requestOf(
  members: readonly TypedMember[],
  fields: Fields,
  contract: Address | undefined,
  decode: DecodeCall,
): TypedPurpose | undefined {
  const actor = memberFor(members, 'actor', /^address$/)
  const data = memberFor(members, 'data', /^bytes$/)
  const target = memberFor(members, 'target', /^address$/)
  const value = memberFor(members, 'value', /^uint/)
  const until = memberFor(members, 'deadline', /^uint/)
  if (!actor || !data || target === undefined || value === undefined || until === undefined) return undefined
  if (target === null && data !== 'functionSignature') return undefined
  const to = target === null ? contract : (fields[target] as Address)
  if (to === undefined) return undefined
  const deadline = until === null ? 0n : whole(fields[until])
  return {
    kind: 'relayed',
    standard: 'request',
    actor: fields[actor] as Address,
    call: decode({ to, value: value === null ? 0n : whole(fields[value]), data: fields[data] as Hex }),
    validAfter: null,
    deadline: deadline === 0n ? null : deadline,
  }
}

const written = (members: readonly TypedMember[] | undefined): string =>
  (members ?? []).map(({ type, name }) => `${type} ${name}`).join(',')

/**
 * What a signature over one struct gives away, by its members: a name proves nothing, and what it is called is no reason to
 * think well of it. `genuine`: name and contract are those of the standard too.
 */
export function kindOfStruct(
  types: TypedTypes,
  name: string,
  fields: Fields,
  contract: Address | undefined,
  decode: DecodeCall,
): { purpose: TypedPurpose; genuine: boolean } | undefined {
  const members = types[name] ?? []
  const text = written(members)
  const kind = typedKinds.find(
    (kind) =>
      (text === kind.members || (kind.more === true && text.startsWith(`${kind.members},`))) &&
      Object.entries(kind.holds ?? {}).every(([held, shape]) => written(types[held]) === shape),
  )
  if (kind && contract !== undefined) {
    const purpose = kind.read(fields, contract, text !== kind.members)
    const isOwn = kind.of === undefined || kind.of.toLowerCase() === contract.toLowerCase()
    return { purpose, genuine: kind.names.includes(name) && isOwn }
  }
  const purpose = requestOf(members, fields, contract, decode)
  // An amount beside it is one of tokens, and then it is no call that is asked for.
  const isPlain = !members.some((member) => /amount|tokenid/i.test(member.name))
  return purpose && { purpose, genuine: isPlain }
}
