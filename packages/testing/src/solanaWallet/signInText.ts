/** What a page hands to `solana:signIn`; the wallet adds what is missing. */
export type SolanaSignInInput = {
  domain?: string
  statement?: string
  uri?: string
  version?: string
  chainId?: string
  nonce?: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** The text that is signed (Sign In With Solana). */
export function signInText(input: SolanaSignInInput, address: string): string {
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ]
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  const resources = input.resources ? ['Resources:', ...input.resources.map((one) => `- ${one}`)] : []
  const head = `${input.domain} wants you to sign in with your Solana account:\n${address}`
  const body = [...lines, ...resources].join('\n')
  return [head, input.statement, body].filter((part) => part).join('\n\n')
}
