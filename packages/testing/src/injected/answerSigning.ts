import { createWalletClient, defineChain, type Hex, http, isHex, type LocalAccount, stringToHex } from 'viem'
import type { Answers } from './answerAccounts.ts'
import { providerRpcError } from './providerRpcError.ts'
import { toHex, visibleAccounts, type WalletState } from './walletState.ts'

/** Signing: ERC-191 messages, EIP-712 data and transactions, with real signatures. */
export const answerSigning: Answers = {
  personal_sign(state, [data, address]) {
    const account = accountOf(state, address)
    if (typeof data !== 'string') throw providerRpcError(-32602)
    return account.signMessage({ message: { raw: isHex(data) ? data : stringToHex(data) } })
  },
  eth_signTypedData_v4(state, [address, data]) {
    const account = accountOf(state, address)
    return account.signTypedData(typedDataOf(data))
  },
  async eth_sendTransaction(state, [request]) {
    const fields = transactionOf(request)
    const account = accountOf(state, fields.from)
    if (fields.chainId !== undefined && Number(fields.chainId) !== state.chainId)
      throw providerRpcError(-32602, { message: `The wallet is on ${toHex(state.chainId)}.` })
    const rpcUrl = state.chains.get(state.chainId)
    if (!rpcUrl) throw providerRpcError(4200)
    return sendLocally(account, state.chainId, rpcUrl, fields)
  },
  wallet_watchAsset(_state, [asset]) {
    const { type, options } = (asset ?? {}) as { type?: unknown; options?: { address?: unknown } }
    if (typeof type !== 'string' || typeof options?.address !== 'string') throw providerRpcError(-32602)
    return true
  },
}

type Transaction = Partial<Record<(typeof FIELDS)[number], string>>
const FIELDS = [
  'from',
  'to',
  'value',
  'data',
  'input',
  'chainId',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
] as const

function accountOf(state: WalletState, address: unknown): LocalAccount {
  if (typeof address !== 'string') throw providerRpcError(-32602)
  const isAsked = (candidate: string) => candidate.toLowerCase() === address.toLowerCase()
  const account = state.accounts.find((candidate) => isAsked(candidate.address))
  if (!account || !visibleAccounts(state).some(isAsked)) throw providerRpcError(4100)
  return account
}

function typedDataOf(data: unknown): Parameters<LocalAccount['signTypedData']>[0] {
  try {
    const parsed: unknown = typeof data === 'string' ? JSON.parse(data) : data
    const { types, primaryType, message } = parsed as Record<string, unknown>
    if (typeof types === 'object' && typeof primaryType === 'string' && typeof message === 'object')
      return parsed as Parameters<LocalAccount['signTypedData']>[0]
  } catch {}
  throw providerRpcError(-32602)
}

function transactionOf(request: unknown): Transaction {
  if (typeof request !== 'object' || request === null) throw providerRpcError(-32602)
  const fields: Transaction = {}
  for (const name of FIELDS) {
    const value = (request as Record<string, unknown>)[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || !isHex(value)) throw providerRpcError(-32602)
    fields[name] = value
  }
  return fields
}

/** Fills in what is missing from the chain, signs here, and sends it raw. */
function sendLocally(account: LocalAccount, id: number, rpcUrl: string, fields: Transaction): Promise<Hex> {
  const chain = defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createWalletClient({ account, chain, transport: http(rpcUrl, { retryCount: 0 }) })
  const { from: _from, chainId: _chainId, to, data, input, nonce, ...amounts } = fields
  const bigints = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, BigInt(value)]))
  return client.sendTransaction({
    ...bigints,
    ...(to === undefined ? {} : { to: to as Hex }),
    ...((data ?? input) === undefined ? {} : { data: (data ?? input) as Hex }),
    ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
  } as Parameters<typeof client.sendTransaction>[0])
}
