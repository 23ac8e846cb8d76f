import type { CaipNetworkId, OneClickRequest, SiwxSession } from '@latchkey/core/connector'
import { SignInMismatchError } from '../answer/errors.ts'
import { EVM_METHODS } from './askedNamespaces.ts'
import type { Client } from './createClient.ts'
import type { Proposal } from './pairUntilAnswered.ts'
import { type Session, toProposal } from './proposals.ts'

/** CAIP-74, as far as it is read. */
type Cacao = {
  p: {
    iss: string
    aud: string
    domain: string
    version: string
    nonce: string
    iat: string
    statement?: string | undefined
    resources?: string[] | undefined
    exp?: string | undefined
    nbf?: string | undefined
    requestId?: string | undefined
  }
  s: { t: string; s: string }
}
export type SignInAnswer = { session: Session | undefined; sessions: SiwxSession[] }

/** did:pkh with a CAIP-10 id of EVM. */
const ISSUER = /^did:pkh:(eip155:\d{1,16}):(0x[0-9a-fA-F]{40})$/

/**
 * Asks to connect and to sign in at once (`wc_sessionAuthenticate`, CAIP-222). A wallet that cannot do that takes the
 * plain proposal that goes with it.
 */
export async function proposeSignIn(
  client: Client,
  request: OneClickRequest,
): Promise<Proposal<SignInAnswer>> {
  const { chains, uri, domain, nonce, statement, resources, expirationTime, notBefore } = request
  const { uri: link, response } = await client.authenticate({
    chains: [...chains],
    uri,
    domain,
    nonce,
    methods: [...EVM_METHODS],
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources: [...resources] }),
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
  })
  return toProposal<SignInAnswer>({
    client,
    uri: link,
    async answer() {
      const { auths, session } = await response()
      return {
        session,
        sessions: (auths ?? []).map((cacao) => toSiwxSession(client, request, cacao as Cacao)),
      }
    },
    sessionOf: ({ session }) => session,
  })
}

/** @throws SignInMismatchError when the wallet signed for another page, another request, or in another form */
function toSiwxSession(client: Client, request: OneClickRequest, cacao: Cacao): SiwxSession {
  const { p, s } = cacao
  const [, chainId, accountAddress] = ISSUER.exec(p.iss) ?? []
  const isAsked =
    p.domain === request.domain &&
    p.aud === request.uri &&
    p.nonce === request.nonce &&
    request.chains.includes(chainId as CaipNetworkId)
  if (!chainId || !accountAddress || !isAsked) throw new SignInMismatchError()
  const message = client.formatAuthMessage({ request: p as never, iss: p.iss })
  return {
    data: {
      chainId: chainId as CaipNetworkId,
      accountAddress,
      nonce: p.nonce,
      domain: p.domain,
      uri: p.aud,
      version: p.version,
      issuedAt: p.iat,
      ...(p.statement ? { statement: p.statement } : {}),
      ...(p.resources?.length ? { resources: p.resources } : {}),
      ...(p.exp ? { expirationTime: p.exp } : {}),
      ...(p.nbf ? { notBefore: p.nbf } : {}),
      ...(p.requestId ? { requestId: p.requestId } : {}),
    },
    message,
    signature: s.s,
    cacao,
  }
}
