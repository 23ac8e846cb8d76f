import type { AdapterContext, RequestArguments, Transfer, TransferAbility } from '@latchkey/core'
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { estimateGas, getBlock, getCode } from 'viem/actions'
import { gasPriceOracle, l1FeeCalls, readL1Fee } from '../decode/contractReads.ts'
import { calls } from './calls.ts'
import { toChainError } from './chainErrors.ts'
import { isChecksumAddress } from './isChecksumAddress.ts'
import { readPaymentLink } from './paymentLink.ts'
import { serviceClient } from './serviceClient.ts'

/**
 * `transfer` without its answer: what a token returns is never read, so that the tokens that return nothing (USDT and its
 * like) are sent as the others are.
 */
const erc20 = parseAbi(['function transfer(address to, uint256 amount)'])
/** Of a transfer of ether to an account without code; wallets add nothing to it. */
const PLAIN_GAS = 21_000n
/** What an account that is a contract needs besides (ERC-4337): its check, its first deployment, the bundler. */
const SMART_GAS = 500_000n
/** Where the network suggests no tip: one gwei. */
const USUAL_TIP = 1_000_000_000n

/** Sending of ether and of ERC-20 tokens. It reads the network through the service. */
export const createTransfers = (context: AdapterContext): TransferAbility => ({
  normalize,
  readLink: readPaymentLink,
  request: transferRequest,
  calls,
  async estimateFee({ signal, isSmart, ...transfer }) {
    const client = serviceClient(context, transfer.network, signal)
    const { from, to, value, data } = callOf(transfer)
    try {
      const [used, block, tip] = await Promise.all([
        estimateGas(client, { account: from, to, value, data }),
        getBlock(client),
        client
          .request({ method: 'eth_maxPriorityFeePerGas' })
          .then(BigInt)
          .catch(() => USUAL_TIP),
      ])
      // Wallets add a fifth, and bear twice the base fee of now: six full blocks in a row (EIP-1559).
      const gas = (used === PLAIN_GAS ? used : (used * 12n) / 10n) + (isSmart ? SMART_GAS : 0n)
      const price =
        block.baseFeePerGas === null
          ? BigInt(await client.request({ method: 'eth_gasPrice' }))
          : block.baseFeePerGas * 2n + tip
      const storing = await readStoringFee(client, transfer, gas, price)
      return ((gas * price + storing * 2n) * 11n) / 10n
    } catch (error) {
      throw toChainError(error)
    }
  },
  async isContract({ network, address, signal }) {
    try {
      const code = await getCode(serviceClient(context, network, signal), { address: address as Hex })
      // EIP-7702: an account with a key that lends itself the code of a contract.
      return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
    } catch (error) {
      throw toChainError(error)
    }
  },
})

function normalize(address: string): string | undefined {
  if (!isChecksumAddress(address)) return undefined
  return getAddress(`0x${address.replace(/^0x/, '').toLowerCase()}`)
}

/** What is sent to whom: the coins to the recipient, or a call to the token. */
function callOf({ from, to, amount, token }: Omit<Transfer, 'network'>) {
  const data = token ? encodeFunctionData({ abi: erc20, args: [to as Hex, amount] }) : undefined
  return { from: from as Hex, to: (token ?? to) as Hex, value: token ? 0n : amount, data }
}

function transferRequest(transfer: Transfer): RequestArguments {
  const { from, to, value, data } = callOf(transfer)
  const call = { from, to, value: `0x${value.toString(16)}`, ...(data ? { data } : {}) }
  return { method: 'eth_sendTransaction', params: [call] }
}

/** What an OP-Stack network takes for storing a transaction, besides gas; nothing elsewhere. */
async function readStoringFee(
  client: ReturnType<typeof serviceClient>,
  transfer: Transfer,
  gas: bigint,
  maxFeePerGas: bigint,
): Promise<bigint> {
  const { from, to, value, data = '0x' } = callOf(transfer)
  const code = await getCode(client, { address: gasPriceOracle })
  if (code === undefined) return 0n
  const shown = {
    ...{ from, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas: 0n },
    ...{ chainId: Number(transfer.network.id), nonce: 0, accessList: [] },
  }
  const answers = await Promise.all(
    l1FeeCalls(shown).map(({ params }) =>
      client.request({ method: 'eth_call', params: [...params] }).catch(() => null),
    ),
  )
  const fee = readL1Fee(shown, answers)
  return fee ? fee.storing + fee.operator : 0n
}
