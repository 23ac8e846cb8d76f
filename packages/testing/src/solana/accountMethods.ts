import type { Address } from '@solana/web3.js'
import { type AccountOptions, type DecimalsOf, encodeAccount } from './encodeAccount.ts'
import { addressOf, listOf, optionsOf, wholeOf } from './readParams.ts'
import { invalidParams } from './rpcError.ts'
import type { SolanaChain } from './SolanaChain.ts'
import {
  readMint,
  readTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenAmount,
} from './tokenAccounts.ts'

/** The answer to each method, or an `RpcError`. */
export type SolanaMethods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

const MOST_ACCOUNTS = 100

export const decimalsIn =
  (chain: SolanaChain): DecimalsOf =>
  (address) => {
    const account = chain.account(address)
    return account ? (readMint(account)?.decimals ?? 0) : 0
  }

/** The token accounts that an owner has of a mint, or of a token program. */
function tokenAccountsOf(chain: SolanaChain, owner: Address, filter: Readonly<Record<string, unknown>>) {
  const mint = filter.mint === undefined ? undefined : addressOf(filter.mint)
  const program = filter.programId === undefined ? undefined : addressOf(filter.programId)
  if ((mint === undefined) === (program === undefined))
    throw invalidParams('either mint or programId is expected')
  if (mint && !chain.account(mint)) throw invalidParams('could not find mint')
  return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
    .filter((one) => program === undefined || one === program)
    .flatMap((one) => chain.accountsOf(one))
    .filter(({ account }) => {
      const token = readTokenAccount(account)
      return token?.owner === owner && (mint === undefined || token.mint === mint)
    })
}

/** What is asked about accounts. */
export function accountMethods(chain: SolanaChain): SolanaMethods {
  const context = () => ({ slot: chain.slot(), apiVersion: '2.0.0' })
  const decimalsOf = decimalsIn(chain)
  const encode = (address: string, options: AccountOptions) =>
    encodeAccount(chain.account(address), options, decimalsOf)
  return {
    getAccountInfo: ([address, options]) => ({
      context: context(),
      value: encode(addressOf(address), optionsOf(options)),
    }),
    getBalance: ([address]) => ({
      context: context(),
      value: chain.account(addressOf(address))?.lamports ?? 0n,
    }),
    getMinimumBalanceForRentExemption: ([length]) =>
      chain.svm.minimumBalanceForRentExemption(wholeOf(length)),
    getMultipleAccounts([addresses, options]) {
      const all = listOf(addresses)
      if (all.length > MOST_ACCOUNTS) throw invalidParams('too many accounts')
      return { context: context(), value: all.map((one) => encode(addressOf(one), optionsOf(options))) }
    },
    getProgramAccounts: ([program, options]) =>
      chain.accountsOf(addressOf(program)).map(({ address, account }) => ({
        pubkey: address,
        account: encodeAccount(account, optionsOf(options), decimalsOf),
      })),
    getTokenAccountBalance([address]) {
      const account = chain.account(addressOf(address))
      const token = account && readTokenAccount(account)
      if (!token) throw invalidParams('could not find account')
      return { context: context(), value: tokenAmount(token.amount, decimalsOf(token.mint)) }
    },
    getTokenAccountsByOwner: ([owner, filter, options]) => ({
      context: context(),
      value: tokenAccountsOf(chain, addressOf(owner), optionsOf(filter)).map(({ address, account }) => ({
        pubkey: address,
        account: encodeAccount(account, optionsOf(options), decimalsOf),
      })),
    }),
    getTokenSupply([address]) {
      const account = chain.account(addressOf(address))
      const mint = account && readMint(account)
      if (!mint) throw invalidParams('not a Token mint')
      return { context: context(), value: tokenAmount(mint.supply, mint.decimals) }
    },
  }
}
