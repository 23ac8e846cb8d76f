import { encodeBase58 } from '@latchkey/std/base58'
import { bytesToHex } from '@latchkey/std/hex'
import { activeConnector } from '../account/activeConnection.ts'
import { request } from '../connection/request.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import type { RequestArguments } from '../interfaces/Provider.ts'
import { ProviderUndefinedError, SigningNotSupportedError } from './errors.ts'

type MessageRequest = (message: string, address: string) => RequestArguments

/** How the wallets of a namespace are asked to sign a text. */
const REQUESTS: Readonly<Record<ChainNamespace, MessageRequest>> = {
  eip155: (message, address) => ({
    method: 'personal_sign',
    params: [bytesToHex(new TextEncoder().encode(message)), address],
  }),
  solana: (message, pubkey) => ({
    method: 'solana_signMessage',
    params: { message: encodeBase58(new TextEncoder().encode(message)), pubkey },
  }),
  bip122: (message, account) => ({ method: 'signMessage', params: { account, message } }),
}

/** `0x…`, or an object that has the signature, as Solana and Bitcoin wallets answer. */
function signatureIn(answer: unknown): string {
  const value =
    typeof answer === 'object' && answer !== null && 'signature' in answer ? answer.signature : answer
  if (typeof value === 'string' && value !== '') return value
  throw new SigningNotSupportedError()
}

/**
 * Asks the connected wallet to sign a text, on its own screens.
 *
 * @throws ProviderUndefinedError (spec 8), SigningNotSupportedError, or what the wallet rejects with
 */
export async function signMessage(
  config: Config,
  { message, address, namespace }: { message: string; address: string; namespace: ChainNamespace },
): Promise<string> {
  if (!activeConnector(config)) throw new ProviderUndefinedError()
  return signatureIn(await request(config, REQUESTS[namespace](message, address)))
}
