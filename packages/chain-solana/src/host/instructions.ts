import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type IInstruction,
} from '@solana/web3.js'
import { ASSOCIATED_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'

/** System: Transfer. Associated accounts: CreateIdempotent. Token: TransferChecked. */
const SYSTEM_TRANSFER = 2n
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12

/** Whole numbers as Solana's programs read them: the least byte first. */
const little = (value: bigint, length: number): number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

const writable = (address: Address) => ({ address, role: AccountRole.WRITABLE })
const readonly = (address: Address) => ({ address, role: AccountRole.READONLY })
const payer = (address: Address) => ({ address, role: AccountRole.WRITABLE_SIGNER })
const signer = (address: Address) => ({ address, role: AccountRole.READONLY_SIGNER })

/** Sends lamports. */
export const transferLamports = (from: Address, to: Address, lamports: bigint): IInstruction => ({
  programAddress: SYSTEM_PROGRAM,
  accounts: [payer(from), writable(to)],
  data: Uint8Array.from([...little(SYSTEM_TRANSFER, 4), ...little(lamports, 8)]),
})

/** The account in which an owner has a token, as all wallets agree on. */
export async function associatedAddress(owner: Address, mint: Address, program: Address): Promise<Address> {
  const seeds = [owner, program, mint].map((one) => getAddressEncoder().encode(one))
  const [address] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_PROGRAM, seeds })
  return address
}

export type TokenPlace = { account: Address; owner: Address; mint: Address; program: Address }

/** Makes an associated account, unless somebody was faster; `from` pays what it must hold. */
export const createAssociated = (
  from: Address,
  { account, owner, mint, program }: TokenPlace,
): IInstruction => ({
  programAddress: ASSOCIATED_PROGRAM,
  accounts: [
    payer(from),
    writable(account),
    readonly(owner),
    readonly(mint),
    readonly(SYSTEM_PROGRAM),
    readonly(program),
  ],
  data: Uint8Array.from([CREATE_IDEMPOTENT]),
})

/** Sends base units of a token; the program compares mint and decimals. */
export const transferToken = (params: {
  from: TokenPlace
  to: Address
  amount: bigint
  decimals: number
}): IInstruction => ({
  programAddress: params.from.program,
  accounts: [
    writable(params.from.account),
    readonly(params.from.mint),
    writable(params.to),
    signer(params.from.owner),
  ],
  data: Uint8Array.from([TRANSFER_CHECKED, ...little(params.amount, 8), params.decimals]),
})
