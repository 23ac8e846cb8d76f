import { type Client, createClient, openChild } from '@latchkey/bridge'
import { type FrameDocumentConfig, PROTOCOL_VERSION } from '@latchkey/protocol'
import { KeysUnavailableError } from '@latchkey/protocol/frame'
import { type KeysContract, type KeysState, keysContract } from '@latchkey/protocol/keys'
import type { KeysConnection } from '../context/Frame.ts'

/** ms until a keys app that does not answer counts as missing. */
const readyTimeout = 15_000

async function open(
  iframe: HTMLIFrameElement,
  { keysOrigin }: FrameDocumentConfig,
): Promise<Client<KeysContract>> {
  const opening = openChild({
    iframe,
    childOrigin: keysOrigin,
    version: PROTOCOL_VERSION,
    readyTimeout,
  })
  if (!iframe.isConnected) iframe.ownerDocument.body.append(iframe)
  try {
    const client = createClient(keysContract, await opening)
    void client.closed.then(() => iframe.remove())
    return client
  } catch (error) {
    iframe.remove()
    throw error
  }
}

/** Hands on what differs from what was handed on before: most answers say what is known, and news make the accounts anew. */
export function onlyNews<State>(onState: (state: State) => void): (state: State) => void {
  let told = ''
  return (state) => {
    const text = JSON.stringify(state)
    if (text === told) return
    told = text
    onState(state)
  }
}

/**
 * Meets the keys app in the hidden iframe of the document, at once, and in a copy of it when the connection is lost.
 *
 * @param onState hears each state that differs from the one before
 * @returns `asked` resolves when keys has said who is there for the first time, or has failed to
 * @throws Error when the document was not served by the service
 */
export function connectKeys(
  document: Document,
  config: FrameDocumentConfig,
  onState: (state: KeysState) => void,
): KeysConnection & { asked: Promise<unknown> } {
  const first = document.querySelector<HTMLIFrameElement>('iframe[data-keys]')
  if (!first) throw new Error('The document has no place for the keys app')
  let current: Promise<Client<KeysContract>> | undefined
  let met = false
  const hear = onlyNews(onState)
  const connect = () => {
    const iframe = met ? (first.cloneNode() as HTMLIFrameElement) : first
    met = true
    const next = open(iframe, config).then(
      (client) => {
        client.on('stateChanged', hear)
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
    hear(answer)
    return answer
  }
  // Early, so that it is ready by the time somebody asks; a failure shows when somebody does.
  const asked = state().catch(() => undefined)
  return { client, state, asked }
}
