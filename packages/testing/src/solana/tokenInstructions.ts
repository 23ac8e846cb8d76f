import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type IInstruction,
} from '@solana/web3.js'

const SYSTEM = '11111111111111111111111111111111' as Address
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address

const bytesOf = (...parts: readonly (number | Uint8Array | ArrayLike<number>)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Array.from(part)])))
const encoded = (address: Address) => Uint8Array.from(getAddressEncoder().encode(address))

/** Whole numbers as Solana's programs read them: the least byte first. */
export const little = (value: bigint, length: number) =>
  Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

const writable = (address: Address) => ({ address, role: AccountRole.WRITABLE })
const readonly = (address: Address) => ({ address, role: AccountRole.READONLY })
const signer = (address: Address) => ({ address, role: AccountRole.WRITABLE_SIGNER })

export const transferLamports = (from: Address, to: Address, lamports: bigint): IInstruction => ({
  programAddress: SYSTEM,
  accounts: [signer(from), writable(to)],
  data: bytesOf(little(2n, 4), little(lamports, 8)),
})

export const createAccount = (params: {
  from: Address
  address: Address
  lamports: bigint
  space: bigint
  owner: Address
}): IInstruction => ({
  programAddress: SYSTEM,
  accounts: [signer(params.from), signer(params.address)],
  data: bytesOf(little(0n, 4), little(params.lamports, 8), little(params.space, 8), encoded(params.owner)),
})

/** A mint whose authority is `authority`; nobody can freeze. */
export const initializeMint = (
  program: Address,
  mint: Address,
  decimals: number,
  authority: Address,
): IInstruction => ({
  programAddress: program,
  accounts: [writable(mint)],
  data: bytesOf(20, decimals, encoded(authority), 0),
})

/** Token-2022: of each transfer so many hundredths of a percent are withheld, `most` base units at most. */
export const initializeTransferFee = (
  program: Address,
  mint: Address,
  authority: Address,
  basisPoints: number,
  most: bigint,
): IInstruction => ({
  programAddress: program,
  accounts: [writable(mint)],
  data: bytesOf(
    26,
    0,
    1,
    encoded(authority),
    1,
    encoded(authority),
    little(BigInt(basisPoints), 2),
    little(most, 8),
  ),
})

/** The account in which an owner has a token, as wallets agree on. */
export async function associatedAddress(owner: Address, mint: Address, program: Address): Promise<Address> {
  const seeds = [owner, program, mint].map((one) => getAddressEncoder().encode(one))
  const [address] = await getProgramDerivedAddress({ programAddress: ASSOCIATED, seeds })
  return address
}

/** Makes an associated account unless it is there. */
export const createAssociated = (
  payer: Address,
  account: Address,
  owner: Address,
  mint: Address,
  program: Address,
): IInstruction => ({
  programAddress: ASSOCIATED,
  accounts: [
    signer(payer),
    writable(account),
    readonly(owner),
    readonly(mint),
    readonly(SYSTEM),
    readonly(program),
  ],
  data: bytesOf(1),
})

export const mintTo = (
  program: Address,
  mint: Address,
  account: Address,
  authority: Address,
  amount: bigint,
): IInstruction => ({
  programAddress: program,
  accounts: [writable(mint), writable(account), signer(authority)],
  data: bytesOf(7, little(amount, 8)),
})

const LOOK_UP = 'AddressLookupTab1e1111111111111111111111111' as Address

/** Makes a look-up table of its authority's and fills it. @param slot one that is over: the table's address comes from it */
export async function lookUpTable(
  authority: Address,
  slot: bigint,
  addresses: readonly Address[],
): Promise<{ table: Address; instructions: readonly IInstruction[] }> {
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: LOOK_UP,
    seeds: [getAddressEncoder().encode(authority), little(slot, 8)],
  })
  const accounts = [writable(table), signer(authority), signer(authority), readonly(SYSTEM)]
  const extension = [little(2n, 4), little(BigInt(addresses.length), 8), ...addresses.map(encoded)]
  return {
    table,
    instructions: [
      {
        programAddress: LOOK_UP,
        accounts,
        data: bytesOf(little(0n, 4), little(slot, 8), bump),
      },
      { programAddress: LOOK_UP, accounts, data: bytesOf(...extension) },
    ],
  }
}
