import { type Messenger, openChild } from '@latchkey/bridge'
import type { ConnectorContext } from '@latchkey/core/connector'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { SameSiteFrameError } from '../answer/errors.ts'
import { isSameSite } from './isSameSite.ts'

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

/** What the frame may do (docs/security.md): scripts, its own storage, forms, popups for sign-in; never top navigation. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'
const FEATURES = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'storage-access',
]

export type FrameAddress = { walletOrigin: string; projectId: string; chainId: string; version: number }

/** The frame's URL: public data only, never a token or an e-mail address. */
export function frameUrl({ walletOrigin, projectId, chainId, version }: FrameAddress): string {
  const url = new URL('/frame', walletOrigin)
  url.search = new URLSearchParams({
    projectId,
    chainId,
    version: String(version),
    enableLogger: 'false',
  }).toString()
  return url.href
}

/** Makes the iframe element; every attribute is set before it is inserted. */
export function createFrameElement(address: FrameAddress): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.setAttribute('sandbox', SANDBOX)
  iframe.allow = FEATURES.map((feature) => `${feature} ${address.walletOrigin}`).join('; ')
  iframe.referrerPolicy = 'strict-origin'
  iframe.title = 'Wallet'
  iframe.src = frameUrl(address)
  return iframe
}
