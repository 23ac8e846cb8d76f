import { type Messenger, openChild } from '@latchkey/bridge'
import type { ConnectorContext } from '@latchkey/core'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { SameSiteFrameError } from '../errors.ts'
import { isSameSite } from '../isSameSite.ts'
import { createFrameElement } from './frameElement.ts'

/** One document of the frame: how to talk to it, and how to take it away. */
export type OpenedFrame = { messenger: Messenger; remove(): void }
export type OpenFrame = (
  context: ConnectorContext,
  parameters: { signal: AbortSignal; onCreated: () => void },
) => Promise<OpenedFrame>

/**
 * Puts the iframe into the page and does the handshake with it. When that fails, the iframe is taken away again.
 *
 * @throws SameSiteFrameError before anything is made: on one site, the page could reach into the wallet
 */
export const openFrame: OpenFrame = async (context, { signal, onCreated }) => {
  const { services, projectId } = context
  if (isSameSite(location.origin, services.walletOrigin)) throw new SameSiteFrameError()
  const container = await context.getFrameContainer()
  signal.throwIfAborted()
  const iframe = createFrameElement({
    walletOrigin: services.walletOrigin,
    projectId,
    chainId: context.getNetwork().caipNetworkId,
    version: PROTOCOL_VERSION,
  })
  // Listening begins before the document does.
  const opening = openChild({
    iframe,
    childOrigin: services.walletOrigin,
    version: PROTOCOL_VERSION,
    signal,
  })
  container.append(iframe)
  onCreated()
  try {
    return { messenger: await opening, remove: () => iframe.remove() }
  } catch (error) {
    iframe.remove()
    throw error
  }
}
