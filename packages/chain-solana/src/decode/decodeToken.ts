import type { DecodedInstruction, Instruction, TokenAuthority } from './model.ts'
import { TOKEN_2022 } from './programs.ts'
import { accountOf, type DataReader, readData } from './readData.ts'

type Decode = (reader: DataReader, at: (place: number) => string) => DecodedInstruction

const AUTHORITIES: readonly TokenAuthority[] = ['mint', 'freeze', 'owner', 'close']

const setUp: Decode = (_, at) => ({ kind: 'tokenSetUp', account: at(0), mint: at(1) })

/** Instructions whose amount stands alone: the mint is the account's. */
const plain: Readonly<Record<number, Decode>> = {
  1: setUp,
  3: (reader, at) => ({
    kind: 'tokenTransfer',
    source: at(0),
    destination: at(1),
    authority: at(2),
    amount: reader.u64(),
    mint: null,
    decimals: null,
    fee: null,
  }),
  4: (reader, at) => ({
    kind: 'tokenApprove',
    source: at(0),
    delegate: at(1),
    owner: at(2),
    amount: reader.u64(),
    mint: null,
    decimals: null,
  }),
  5: (_, at) => ({ kind: 'tokenRevoke', source: at(0) }),
  6: (reader, at) => ({
    kind: 'tokenSetAuthority',
    account: at(0),
    authority: AUTHORITIES[reader.u8()] ?? 'other',
    to: reader.optionalKey(),
  }),
  7: (reader, at) => ({ kind: 'tokenMint', mint: at(0), to: at(1), amount: reader.u64(), decimals: null }),
  8: (reader, at) => ({
    kind: 'tokenBurn',
    account: at(0),
    mint: at(1),
    amount: reader.u64(),
    decimals: null,
  }),
  9: (_, at) => ({ kind: 'tokenClose', account: at(0), to: at(1), owner: at(2) }),
  10: (_, at) => ({ kind: 'tokenFreeze', account: at(0), isFrozen: true }),
  11: (_, at) => ({ kind: 'tokenFreeze', account: at(0), isFrozen: false }),
}

/** Instructions that say the mint and its decimals themselves. */
const checked: Readonly<Record<number, Decode>> = {
  12: (reader, at) => ({
    kind: 'tokenTransfer',
    source: at(0),
    mint: at(1),
    destination: at(2),
    authority: at(3),
    amount: reader.u64(),
    decimals: reader.u8(),
    fee: null,
  }),
  13: (reader, at) => ({
    kind: 'tokenApprove',
    source: at(0),
    mint: at(1),
    delegate: at(2),
    owner: at(3),
    amount: reader.u64(),
    decimals: reader.u8(),
  }),
  14: (reader, at) => ({
    kind: 'tokenMint',
    mint: at(0),
    to: at(1),
    amount: reader.u64(),
    decimals: reader.u8(),
  }),
  15: (reader, at) => ({
    kind: 'tokenBurn',
    account: at(0),
    mint: at(1),
    amount: reader.u64(),
    decimals: reader.u8(),
  }),
  // InitializeAccount2 and 3 name the owner in their data.
  16: (reader, at) => {
    reader.skip(32)
    return { kind: 'tokenSetUp', account: at(0), mint: at(1) }
  },
  17: (_, at) => ({ kind: 'tokenSetUp', account: at(0), mint: null }),
  18: (reader, at) => {
    reader.skip(32)
    return { kind: 'tokenSetUp', account: at(0), mint: at(1) }
  },
  22: (_, at) => ({ kind: 'tokenSetUp', account: at(0), mint: null }),
}

/** Token-2022, TransferFeeExtension: the one instruction of its that moves tokens of an account. */
const withFee: Decode = (reader, at) => {
  if (reader.u8() !== 1) return { kind: 'unread' }
  return {
    kind: 'tokenTransfer',
    source: at(0),
    mint: at(1),
    destination: at(2),
    authority: at(3),
    amount: reader.u64(),
    decimals: reader.u8(),
    fee: reader.u64(),
  }
}

/** SPL Token, and Token-2022 as far as it is the same, with its transfer fees. */
export function decodeToken(instruction: Instruction): DecodedInstruction {
  const reader = readData(instruction.data)
  const kind = reader.u8()
  const isNew = instruction.program === TOKEN_2022
  const decode = plain[kind] ?? checked[kind] ?? (isNew && kind === 26 ? withFee : undefined)
  if (!decode) return { kind: 'unread' }
  const decoded = decode(reader, (place) => accountOf(instruction, place))
  if (decoded.kind !== 'unread') reader.end()
  return decoded
}
