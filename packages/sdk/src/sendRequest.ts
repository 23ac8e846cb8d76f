import {
  type ChainNamespace,
  type Config,
  type RequestArguments,
  request,
  toProviderError,
} from '@latchkey/core'

/**
 * Asks the connected wallet or the network of one namespace.
 *
 * @throws ProviderRpcError, with a code as EIP-1193 has it and our own in `data.latchkeyCode`
 */
export const sendRequest = (
  config: Config,
  { namespace, ...args }: RequestArguments & { namespace: ChainNamespace },
): Promise<unknown> =>
  request(config, args, { namespace }).catch((error: unknown) => {
    throw toProviderError(error)
  })
