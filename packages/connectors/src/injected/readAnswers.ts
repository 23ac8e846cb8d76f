import type { Account, CaipNetworkId } from '@latchkey/core/connector'
import { InvalidWalletAnswerError } from '../answer/errors.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const CHAIN_ID = /^(?:0x[0-9a-fA-F]{1,13}|[0-9]{1,16})$/
const MOST_ACCOUNTS = 1_000

/**
 * The accounts of an answer of `eth_accounts` and its like, each once. Addresses are compared in lower case and kept as
 * the wallet writes them.
 *
 * @throws InvalidWalletAnswerError when it is no list of addresses
 */
export function readAccounts(answer: unknown): Account[] {
  if (!Array.isArray(answer) || answer.length > MOST_ACCOUNTS) throw new InvalidWalletAnswerError()
  const byAddress = new Map<string, Account>()
  for (const address of answer) {
    if (typeof address !== 'string' || !ADDRESS.test(address)) throw new InvalidWalletAnswerError()
    const key = address.toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, { namespace: 'eip155', address, type: 'eoa' })
  }
  return [...byAddress.values()]
}

/**
 * The network that a wallet names: hexadecimal as EIP-695 says, or decimal or a number, as some do.
 *
 * @throws InvalidWalletAnswerError when it is no positive integer
 */
export function readNetworkId(answer: unknown): CaipNetworkId {
  const id =
    typeof answer === 'string' && CHAIN_ID.test(answer)
      ? Number(answer)
      : typeof answer === 'number'
        ? answer
        : Number.NaN
  // Spec 5: a chain id is positive.
  if (!Number.isSafeInteger(id) || id <= 0) throw new InvalidWalletAnswerError()
  return `eip155:${id}`
}
