import { hasCode } from '@latchkey/errors'
import {
  ExpiredTokenError,
  InvalidTokenError,
  ProofKeyMismatchError,
  RefreshReusedError,
  type Route,
  type Tokens,
} from '@latchkey/protocol/http'
import { SignedOutError } from '@latchkey/protocol/keys'
import type * as z from 'zod/mini'
import type { CallInput, ProofClient } from './proofClient.ts'

/** Tokens of the session, the key they are bound to, and whose they are. */
export type Bound = { tokens: Tokens; proofKey: CryptoKeyPair; userId: string }

export type TokenSource = {
  /** What is stored now; null when there is no session. */
  current(): Promise<Bound | null>
  /** Tokens other than `stale`: what another tab has fetched meanwhile, or fresh ones of the service. */
  renew(stale: Tokens): Promise<Bound | null>
  /** The service has ended this session. */
  ended(stale: Tokens): Promise<void>
}

export type TokenClient = {
  /** As `ProofClient.call`, with the session's access token. @throws SignedOutError when there is no session */
  call<R extends Route>(route: R, input: CallInput<R>): Promise<z.output<R['reply']>>
}

/** A token that ends this soon is renewed first, in ms. */
const MARGIN = 10_000

/**
 * Makes the client for routes that need the session. An access token that has expired is renewed once; a session that the
 * service does not know any more is ended here too. A call is made again with tokens of the same person alone: another tab
 * may have signed somebody else in meanwhile.
 */
export function createTokenClient(client: ProofClient, source: TokenSource): TokenClient {
  const run = <R extends Route>(route: R, bound: Bound, input: CallInput<R>) =>
    client.call(route, { proofKey: bound.proofKey, accessToken: bound.tokens.accessToken }, input)

  const renewed = async ({ tokens, userId }: Bound): Promise<Bound> => {
    const bound = await source.renew(tokens)
    if (bound?.userId !== userId) throw new SignedOutError()
    return bound
  }

  return {
    async call(route, input) {
      let bound = await source.current()
      if (!bound) throw new SignedOutError()
      try {
        if (bound.tokens.accessExpiresAt - MARGIN < client.serviceNow()) bound = await renewed(bound)
        return await run(route, bound, input)
      } catch (error) {
        if (!hasCode(error, ExpiredTokenError.code) && !(await isStale(error, bound, source))) {
          throw await endIfOver(error, bound, source)
        }
      }
      try {
        bound = await renewed(bound)
        return await run(route, bound, input)
      } catch (error) {
        throw await endIfOver(error, bound, source)
      }
    },
  }
}

const OVER: readonly number[] = [InvalidTokenError.code, RefreshReusedError.code, ProofKeyMismatchError.code]

/** Another tab has renewed the tokens while this call was under way. */
async function isStale(error: unknown, bound: Bound, source: TokenSource): Promise<boolean> {
  if (!hasCode(error, InvalidTokenError.code)) return false
  const now = await source.current()
  return now !== null && now.tokens.accessToken !== bound.tokens.accessToken
}

/** Ends the session when the service says that it is over; gives the error to throw. */
async function endIfOver(error: unknown, bound: Bound, source: TokenSource): Promise<unknown> {
  if (!hasCode(error, ...OVER)) return error
  await source.ended(bound.tokens)
  return new InvalidTokenError({ message: error.shortMessage })
}
