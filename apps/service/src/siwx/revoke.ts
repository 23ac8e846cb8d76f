import { BaseError } from '@latchkey/errors'
import { ChainUnavailableError, revocationText, SignInSessionError } from '@latchkey/protocol/http'
import { SiwxChainUnavailableError, verifyAccountSignature } from '@latchkey/siwx/verify'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'
import {
  endSiwxSession,
  findOfOwner,
  findSiwxSession,
  normalAddress,
  ownerOf,
  type SiwxSessionRow,
} from './sessions.ts'

export type Asked = { projectId: string; origin: string | null; address: string; token: string | null }

/**
 * The session of a bearer token, for that account, project and site.
 *
 * @throws SignInSessionError, the same whatever is wrong
 */
export async function requireOwnSession(service: ServiceContext, asked: Asked): Promise<SiwxSessionRow> {
  const session = asked.token === null ? undefined : await findSiwxSession(service, asked.token)
  const isOwn =
    session !== undefined &&
    session.projectId === asked.projectId &&
    session.origin === asked.origin &&
    session.addressKey === normalAddress(asked.address)
  if (!isOwn) throw new SignInSessionError()
  return session
}

/**
 * Ends a session of the account, proven by a bearer token or by the account's signature of `revocationText`.
 *
 * @throws SignInSessionError, the same whether the session, the token or the signature is wrong; ChainUnavailableError
 */
export async function revoke(
  service: ServiceContext,
  clientOf: ChainClients,
  asked: Asked,
  { pci, signature }: { pci: string; signature?: string | undefined },
): Promise<void> {
  const { address, projectId } = asked
  if (signature === undefined) {
    const own = await requireOwnSession(service, asked)
    const session = await findOfOwner(service, ownerOf(own), pci)
    // Ended already is as good as ended.
    if (session) await endSiwxSession(service, session.id)
    return
  }
  const session = await findOfOwner(service, { projectId, address }, pci)
  if (!session) throw new SignInSessionError()
  const message = revocationText(service.config.apiOrigin, address, pci)
  const { chainId } = session
  const client = clientOf(chainId)
  try {
    await verifyAccountSignature({
      message,
      signature,
      chainId,
      address: session.address,
      ...(client ? { client } : {}),
    })
  } catch (cause) {
    const isUnavailable = cause instanceof BaseError && cause.code === SiwxChainUnavailableError.code
    throw isUnavailable ? new ChainUnavailableError({ cause }) : new SignInSessionError({ cause })
  }
  await endSiwxSession(service, session.id)
}
