import { type Client, createClient, openChild } from '@latchkey/bridge'
import { type FrameDocumentConfig, PROTOCOL_VERSION } from '@latchkey/protocol'
import { KeysUnavailableError } from '@latchkey/protocol/frame'
import { type KeysContract, type KeysState, keysContract } from '@latchkey/protocol/keys'
import type { KeysConnection } from '../context/Frame.ts'

/** ms until a keys app that does not answer counts as missing. */
const readyTimeout = 15_000

function createIframe(document: Document, config: FrameDocumentConfig): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  const query = new URLSearchParams({ projectId: config.projectId, version: String(PROTOCOL_VERSION) })
  // Before insertion, or the first document would load without them.
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  iframe.setAttribute('referrerpolicy', 'strict-origin')
  iframe.allow = ['publickey-credentials-get', 'publickey-credentials-create']
    .map((feature) => `${feature} ${config.keysOrigin}`)
    .join('; ')
  iframe.title = 'Wallet keys'
  iframe.hidden = true
  iframe.tabIndex = -1
  iframe.setAttribute('aria-hidden', 'true')
  iframe.src = `${config.keysOrigin}/keys?${query}`
  return iframe
}

async function open(document: Document, config: FrameDocumentConfig): Promise<Client<KeysContract>> {
  const iframe = createIframe(document, config)
  const opening = openChild({
    iframe,
    childOrigin: config.keysOrigin,
    version: PROTOCOL_VERSION,
    readyTimeout,
  })
  document.body.append(iframe)
  try {
    const client = createClient(keysContract, await opening)
    void client.closed.then(() => iframe.remove())
    return client
  } catch (error) {
    iframe.remove()
    throw error
  }
}

/**
 * Opens the keys app in a hidden iframe, at once, and again when the connection is lost.
 *
 * @param onState hears every state that keys tells
 */
export function connectKeys(
  document: Document,
  config: FrameDocumentConfig,
  onState: (state: KeysState) => void,
): KeysConnection {
  let current: Promise<Client<KeysContract>> | undefined

  const connect = () => {
    const next = open(document, config).then(
      (client) => {
        client.on('stateChanged', onState)
        void client.closed.then(() => {
          if (current === next) current = undefined
        })
        return client
      },
      (cause: unknown) => {
        if (current === next) current = undefined
        throw new KeysUnavailableError({ cause })
      },
    )
    current = next
    return next
  }
  const client = () => current ?? connect()
  const state = async () => {
    const answer = await (await client()).call.getState({})
    onState(answer)
    return answer
  }
  // Early, so that it is ready by the time somebody asks; a failure shows when somebody does.
  state().catch(() => undefined)
  return { client, state }
}
