import type { CaipNetworkId } from '@latchkey/core/connector'
import type { Client } from 'viem'
import { SiwxChainUnavailableError } from './message/errors.ts'
import { parseSiwxMessage } from './message/parseSiwxMessage.ts'
import { type VerifiedSiwx, verifySiwxMessage } from './verify/verifySiwxMessage.ts'

export type WalletCredentialsOptions<Request> = {
  /** Host of the page, such as `shop.example`: of your configuration, never of the request. */
  domain: string
  /** Address of the page, such as `https://shop.example`; default: any of the domain. */
  uri?: string
  /**
   * The networks that sign-ins are taken from, by CAIP-2 id, each with a client of viem; undefined: accounts with a key
   * alone, no wallet contracts.
   */
  networks: Readonly<Partial<Record<CaipNetworkId, Client | undefined>>>
  /**
   * The nonce that your server has made for this browser, taken away by this very call: it must serve no second time.
   * undefined when there is none, or it is older than five minutes.
   */
  takeNonce(request: Request): Promise<string | undefined> | string | undefined
}

/** Who has signed in; `id` is the account by CAIP-10. */
export type WalletUser = Pick<VerifiedSiwx, 'address' | 'chainId' | 'proof'> & { id: string }

/** A provider of the kind `credentials`, as Auth.js and NextAuth take it in `providers`. */
export type WalletCredentials<Request> = {
  id: 'wallet'
  name: string
  type: 'credentials'
  credentials: Record<'message' | 'signature', { label: string; type: 'text' }>
  /** Null for whoever has not signed in. Throws `SiwxChainUnavailableError` when the network did not answer. */
  authorize(credentials: unknown, request: Request): Promise<WalletUser | null>
}

/**
 * Sign-in with a wallet as a provider of Auth.js (NextAuth 4 and 5). Nothing of Auth.js is imported.
 *
 * @example
 * NextAuth({ providers: [walletCredentials({ domain: 'shop.example', networks: { 'eip155:1': client }, takeNonce })] })
 * // in the page: signIn('wallet', { message, signature, redirect: false })
 */
export function walletCredentials<Request>(
  options: WalletCredentialsOptions<Request>,
): WalletCredentials<Request> {
  const { domain, uri, networks, takeNonce } = options
  return {
    id: 'wallet',
    name: 'Wallet',
    type: 'credentials',
    credentials: {
      message: { label: 'Message', type: 'text' },
      signature: { label: 'Signature', type: 'text' },
    },
    async authorize(credentials, request) {
      // Taken away first: whatever happens next, it serves no second time.
      const nonce = await takeNonce(request)
      const { message, signature } = (credentials ?? {}) as Record<string, unknown>
      if (!nonce || typeof message !== 'string' || typeof signature !== 'string') return null
      try {
        const { chainId } = parseSiwxMessage(message) ?? {}
        if (!chainId || !Object.hasOwn(networks, chainId)) return null
        const client = networks[chainId]
        const expected = { message, signature, domain, nonce, chainId }
        const { address, proof, fields } = await verifySiwxMessage({
          ...expected,
          ...(uri === undefined ? {} : { uri }),
          ...(client ? { client } : {}),
        })
        if (uri === undefined && !isOfDomain(fields.uri, domain)) return null
        return { id: `${chainId}:${address}`, address, chainId, proof }
      } catch (error) {
        // Nobody has been refused: the sign-in is worth another try.
        if (error instanceof SiwxChainUnavailableError) throw error
        return null
      }
    },
  }
}

/** The address of a page of that host. What stands before an `@` looks like a host, and is none. */
function isOfDomain(uri: string, domain: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, host, username, password } = new URL(uri)
  return /^https?:$/.test(protocol) && host === domain.toLowerCase() && !username && !password
}
