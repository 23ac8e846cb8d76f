import type { Eip1193Provider } from '@latchkey/core/connector'
import type { Address } from 'viem'

/** EIP-55 cannot be all small or all capital letters unless the address has hardly any: those are spelled anew. */
const MIXED_CASE = /^0x(?=.*[a-f])(?=.*[A-F])/

/** The accounts in EIP-55 spelling, as wagmi keeps them. Nothing is loaded for those that are spelled so already. */
export async function checksummed(accounts: readonly string[]): Promise<readonly Address[]> {
  if (accounts.every((account) => MIXED_CASE.test(account))) return accounts as readonly Address[]
  const { getAddress } = await import('viem')
  return accounts.map((account) => getAddress(account))
}

export async function readAccounts(provider: Eip1193Provider): Promise<readonly Address[]> {
  return checksummed((await provider.request({ method: 'eth_accounts' })) as string[])
}

export async function readChainId(provider: Eip1193Provider): Promise<number> {
  return Number(await provider.request({ method: 'eth_chainId' }))
}
