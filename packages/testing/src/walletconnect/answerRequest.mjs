/** A JSON-RPC error that the dapp gets. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

const isHex = (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
const number = (value) => (value === undefined ? undefined : BigInt(value))

async function sendTransaction(account, rpcUrl, transaction) {
  if (!rpcUrl) throw new Refusal(-32603, 'The wallet has no RPC for this chain.')
  const { to, data, input, value, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce } = transaction
  // The whole of viem takes as long to load as all the rest of the wallet, and few wallets send anything.
  const { createWalletClient, http } = await import('viem')
  const client = createWalletClient({ account, transport: http(rpcUrl) })
  return client.sendTransaction({
    chain: null,
    to,
    data: data ?? input,
    value: number(value),
    gas: number(gas),
    nonce: nonce === undefined ? undefined : Number(nonce),
    ...(gasPrice ? { gasPrice: number(gasPrice) } : {}),
    ...(maxFeePerGas ? { maxFeePerGas: number(maxFeePerGas) } : {}),
    ...(maxPriorityFeePerGas ? { maxPriorityFeePerGas: number(maxPriorityFeePerGas) } : {}),
  })
}

/**
 * Signs or sends what a dapp asks for (EIP-191, EIP-712, EIP-1193).
 *
 * @param {{ accounts: object[], rpcUrls: Record<string, string> }} wallet viem accounts; RPC addresses by CAIP-2 chain
 * @param {{ method: string, params: any[], chainId: string }} request
 * @throws Refusal
 */
export async function answerRequest({ accounts, rpcUrls }, { method, params, chainId }) {
  const accountOf = (address) => {
    const found = accounts.find((account) => account.address.toLowerCase() === `${address}`.toLowerCase())
    if (!found) throw new Refusal(4100, 'The wallet has no such account.')
    return found
  }
  switch (method) {
    case 'personal_sign': {
      const [message, address] = params
      return accountOf(address).signMessage({ message: isHex(message) ? { raw: message } : message })
    }
    case 'eth_signTypedData':
    case 'eth_signTypedData_v4': {
      const [address, data] = params
      const { EIP712Domain: _, ...types } = (typeof data === 'string' ? JSON.parse(data) : data).types
      return accountOf(address).signTypedData({
        ...(typeof data === 'string' ? JSON.parse(data) : data),
        types,
      })
    }
    case 'eth_sendTransaction':
      return sendTransaction(accountOf(params[0].from), rpcUrls[chainId], params[0])
    case 'wallet_switchEthereumChain':
      return null
    default:
      throw new Refusal(-32601, `The wallet has no ${method}.`)
  }
}
