import { encodeBase58 } from '@latchkey/std/base58'
import { invalidParams, RpcError } from './rpcError.ts'
import {
  type ChainAccount,
  readMint,
  readTokenAccount,
  TOKEN_2022_PROGRAM,
  tokenAmount,
} from './tokenAccounts.ts'

export type AccountOptions = { encoding?: unknown; dataSlice?: { offset: number; length: number } }
/** How many decimals a mint has. */
export type DecimalsOf = (mint: string) => number

/** Base58 is for small data: the work grows with its square. */
const LONGEST_BASE58 = 128
const TOKEN_ERROR = -32_600

function parsedOf(account: ChainAccount, decimalsOf: DecimalsOf): object | undefined {
  const program = account.owner === TOKEN_2022_PROGRAM ? 'spl-token-2022' : 'spl-token'
  const space = account.data.length
  const token = readTokenAccount(account)
  if (token) {
    const { amount, delegate, delegatedAmount, closeAuthority, ...rest } = token
    const decimals = decimalsOf(token.mint)
    const info = {
      ...rest,
      tokenAmount: tokenAmount(amount, decimals),
      ...(delegate ? { delegate, delegatedAmount: tokenAmount(delegatedAmount, decimals) } : {}),
      ...(closeAuthority ? { closeAuthority } : {}),
    }
    return { program, space, parsed: { type: 'account', info } }
  }
  const mint = readMint(account)
  return mint && { program, space, parsed: { type: 'mint', info: { ...mint, supply: `${mint.supply}` } } }
}

/** The data of an account in the encoding that was asked for. */
function dataOf(account: ChainAccount, { encoding, dataSlice }: AccountOptions, decimalsOf: DecimalsOf) {
  if (encoding === 'jsonParsed') {
    const parsed = parsedOf(account, decimalsOf)
    if (parsed) return parsed
  }
  const bytes = dataSlice
    ? account.data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length)
    : account.data
  if (encoding === undefined || encoding === 'base58' || encoding === 'binary') {
    if (bytes.length > LONGEST_BASE58)
      throw new RpcError(
        TOKEN_ERROR,
        'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
      )
    const text = encodeBase58(bytes)
    return encoding === 'base58' ? [text, 'base58'] : text
  }
  if (encoding !== 'base64' && encoding !== 'jsonParsed') throw invalidParams('this encoding is not offered')
  return [Buffer.from(bytes).toString('base64'), 'base64']
}

/** An account as JSON-RPC tells it; null where there is none. */
export function encodeAccount(
  account: ChainAccount | undefined,
  options: AccountOptions,
  decimalsOf: DecimalsOf,
): object | null {
  if (!account) return null
  const { lamports, owner, executable, data } = account
  return {
    data: dataOf(account, options, decimalsOf),
    executable,
    lamports,
    owner,
    rentEpoch: 18_446_744_073_709_551_615n,
    space: data.length,
  }
}
