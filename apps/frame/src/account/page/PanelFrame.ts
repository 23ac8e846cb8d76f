import { type Client, createClient, openChild } from '@latchkey/bridge'
import { type FrameDocumentConfig, PROTOCOL_VERSION } from '@latchkey/protocol'
import { type AccountKeysContract, accountKeysContract } from '@latchkey/protocol/keys'

/** ms until a keys document that does not answer counts as missing. */
const READY_TIMEOUT = 15_000

/** The keys document of this page: hidden until it draws a panel of its own. */
export type PanelFrame = {
  iframe: HTMLIFrameElement
  client: Promise<Client<AccountKeysContract>>
}

/** Makes the element; every attribute is set before it is inserted. */
export function createPanelElement(document: Document, config: FrameDocumentConfig): HTMLIFrameElement {
  const { keysOrigin, projectId } = config
  const iframe = document.createElement('iframe')
  const query = new URLSearchParams({ projectId, version: String(PROTOCOL_VERSION) })
  // A recovery kit is saved as a file, which is a download; a recovery code can be printed, which counts as a modal.
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals')
  iframe.allow = ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write']
    .map((feature) => `${feature} ${keysOrigin}`)
    .join('; ')
  iframe.referrerPolicy = 'strict-origin'
  iframe.src = `${keysOrigin}/panel?${query}`
  return iframe
}

/**
 * Opens the keys document in an element that stays where it is: moving an iframe reloads it.
 *
 * @param parent where it is inserted
 */
export function openPanelFrame(parent: HTMLElement, config: FrameDocumentConfig): PanelFrame {
  const iframe = createPanelElement(parent.ownerDocument, config)
  const opening = openChild({
    iframe,
    childOrigin: config.keysOrigin,
    version: PROTOCOL_VERSION,
    readyTimeout: READY_TIMEOUT,
  })
  parent.append(iframe)
  return { iframe, client: opening.then((messenger) => createClient(accountKeysContract, messenger)) }
}
