/** Codes of EIP-1193, EIP-3326 and EIP-1474. */
const USER_REJECTED = 4001
const UNKNOWN_CHAIN = 4902
const RESOURCE_UNAVAILABLE = -32002

/** An error that reads as the one of viem that wagmi's users look for: same name, code and short message. */
type ConnectorError = Error & { code: number; shortMessage: string; details: string }

export const userRejected = (cause: unknown): ConnectorError =>
  connectorError('UserRejectedRequestError', USER_REJECTED, 'User rejected the request.', cause)

export const switchFailed = (cause: unknown): ConnectorError =>
  connectorError(
    'SwitchChainError',
    UNKNOWN_CHAIN,
    'An error occurred when attempting to switch chain.',
    cause,
  )

/** As wagmi's users expect it; what has no name there stays what it is. */
export function asConnectorError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === USER_REJECTED) return userRejected(error)
  if (code === RESOURCE_UNAVAILABLE)
    return connectorError(
      'ResourceUnavailableRpcError',
      RESOURCE_UNAVAILABLE,
      'Requested resource not available.',
      error,
    )
  return error
}

export const isUserRejection = (error: unknown): boolean => codeOf(error) === USER_REJECTED

/** Wallets hide 4902: under `data.originalError`, as text, or as an internal error that speaks of adding the network. */
export function isUnknownChain(error: unknown): boolean {
  const { data, message } = (error ?? {}) as { data?: { originalError?: unknown }; message?: unknown }
  if ([error, data, data?.originalError].some((each) => codeOf(each) === UNKNOWN_CHAIN)) return true
  return typeof message === 'string' && message.includes('wallet_addEthereumChain')
}

function codeOf(error: unknown): number | undefined {
  const code = typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : undefined
  return typeof code === 'number' || typeof code === 'string' ? Number(code) : undefined
}

function connectorError(name: string, code: number, shortMessage: string, cause: unknown): ConnectorError {
  const details = cause instanceof Error ? cause.message : ''
  return Object.assign(
    new Error(details ? `${shortMessage}\n\nDetails: ${details}` : shortMessage, { cause }),
    {
      name,
      code,
      shortMessage,
      details,
    },
  )
}
