import { bytesToHex } from '@latchkey/std/hex'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import { providerErrorOf } from '../errors/providerErrorOf.ts'
import type { Config } from '../interfaces/Config.ts'

export type SignMessageParameters = {
  /** A text, or bytes. */
  message: string | Uint8Array
}

export type SendTransactionParameters = {
  to?: `0x${string}`
  /** Wei. */
  value?: bigint
  data?: `0x${string}`
  /** Units of gas; default: what the network estimates. */
  gas?: bigint
}

/** Signs a message (EIP-191) with the connected account. */
export async function signMessage(
  config: Config,
  { message }: SignMessageParameters,
): Promise<`0x${string}`> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const params = [bytesToHex(bytes), await connectedAddress(config)]
  return config.provider.request({ method: 'personal_sign', params })
}

/** Sends a transaction of the connected account, with what is given alone. */
export async function sendTransaction(
  config: Config,
  { to, data, value, gas }: SendTransactionParameters,
): Promise<`0x${string}`> {
  const transaction = {
    from: await connectedAddress(config),
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value: `0x${value.toString(16)}` }),
    ...(gas === undefined ? {} : { gas: `0x${gas.toString(16)}` }),
  }
  return config.provider.request({ method: 'eth_sendTransaction', params: [transaction] })
}

/** The account that the provider tells the page of. It never opens the modal. */
async function connectedAddress(config: Config): Promise<string> {
  const [address] = await config.provider.request<string[]>({ method: 'eth_accounts' })
  if (!address) throw providerErrorOf(new NotConnectedError())
  return address
}
