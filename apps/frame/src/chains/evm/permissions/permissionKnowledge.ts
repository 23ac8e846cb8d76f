import { enabledCall, readEnabled } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { TokenInfo } from '@latchkey/chain-evm/decode/types'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import { askChain, type Known, type NamedCalls, resultOf } from '../rpc/askChain.ts'
import { askTokens, balanceCall, readBalance, readTokens } from '../rpc/readTokens.ts'
import type { PermissionContext } from './WantedPermission.ts'

/** What the network tells about what permissions name. */
export type PermissionKnowledge = {
  tokens: Known<TokenInfo>
  /** By the token's lower-case address; `native` for the network's coin. */
  balances: Known<bigint>
  /** The account lets the manager act for it already. */
  enabled: boolean
}

/** Before the network told anything. */
export const nothingKnown: PermissionKnowledge = { tokens: new Map(), balances: new Map(), enabled: true }

const tokensOf = (permissions: readonly AccountPermission[]): string[] =>
  permissions.flatMap(({ limits }) => limits.flatMap(({ token }) => (token === null ? [] : [token])))

/** How a token is named in maps. */
export const keyOf = (token: string | null): string => token?.toLowerCase() ?? 'native'

/**
 * Asks the network about the tokens of permissions, what the account has of them, and whether the manager may act.
 *
 * @throws ChainUnreachableError when it does not tell whether the manager may act
 */
export async function readKnowledge(
  chain: ChainRpc,
  { chainId, account, manager }: Pick<PermissionContext, 'chainId' | 'account' | 'manager'>,
  permissions: readonly AccountPermission[],
  signal: AbortSignal,
): Promise<PermissionKnowledge> {
  const tokens = tokensOf(permissions)
  const calls: NamedCalls = new Map([['enabled', enabledCall(manager, account)]])
  askTokens(calls, tokens)
  for (const token of [null, ...tokens]) calls.set(`balance:${keyOf(token)}`, balanceCall(token, account))
  const outcomes = await askChain(chain, chainId, calls, signal)
  const enabled = readEnabled(resultOf(outcomes, 'enabled'))
  if (enabled === null) throw new ChainUnreachableError({ details: 'The account did not answer' })
  const balances = [null, ...tokens].flatMap((token): [string, bigint][] => {
    const balance = readBalance(resultOf(outcomes, `balance:${keyOf(token)}`))
    return balance === undefined ? [] : [[keyOf(token), balance]]
  })
  return { tokens: readTokens(outcomes, tokens), balances: new Map(balances), enabled }
}
