import type { Address } from '@solana/web3.js'
import {
  NotTransferableError,
  TransferFeeTokenError,
  TransferHookTokenError,
  UnknownMintError,
} from './errors.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

/** A mint of the older token program has no more than this, in bytes. */
const LENGTH = 82
const DECIMALS_AT = 44
const IS_INITIALIZED_AT = 45
/** In Token-2022 the kind of account stands here, then its extensions: number, length, data. */
const KIND_AT = 165
const KIND_MINT = 1

/** Extensions of a mint (Token-2022) that change what a transfer is. */
const TRANSFER_FEE = 1
const NON_TRANSFERABLE = 9
const TRANSFER_HOOK = 14
/** Within the hook: its authority, then the program; a program of zeros is none. */
const HOOK_PROGRAM_AT = 32

export type Mint = { program: Address; decimals: number; extensions: ReadonlyMap<number, Uint8Array> }

function extensionsOf(data: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = KIND_AT + 1; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true)
    const end = at + 4 + view.getUint16(at + 2, true)
    if (type === 0 || end > data.length) break
    found.set(type, data.subarray(at + 4, end))
    at = end
  }
  return found
}

/**
 * Reads a mint of either token program.
 *
 * @param owner the program whose account it is
 * @throws UnknownMintError where it is no mint
 */
export function readMint(owner: string, data: Uint8Array): Mint {
  const isOlder = owner === TOKEN_PROGRAM && data.length === LENGTH
  const isNewer = owner === TOKEN_2022_PROGRAM && (data.length === LENGTH || data[KIND_AT] === KIND_MINT)
  if (!(isOlder || isNewer) || data[IS_INITIALIZED_AT] !== 1) throw new UnknownMintError()
  return {
    program: owner as Address,
    decimals: data[DECIMALS_AT] ?? 0,
    extensions: data.length > KIND_AT ? extensionsOf(data) : new Map(),
  }
}

/**
 * Refuses a token of which the recipient would get less, or that runs a program at each transfer.
 *
 * @throws NotTransferableError, TransferHookTokenError, TransferFeeTokenError
 */
export function refuseUnlikeTransfers({ extensions }: Mint): void {
  if (extensions.has(NON_TRANSFERABLE)) throw new NotTransferableError()
  const hook = extensions.get(TRANSFER_HOOK)
  if (hook?.subarray(HOOK_PROGRAM_AT, HOOK_PROGRAM_AT + 32).some((byte) => byte !== 0))
    throw new TransferHookTokenError()
  if (extensions.has(TRANSFER_FEE)) throw new TransferFeeTokenError()
}
