import type { AppMetadata, ConnectorContext } from '@latchkey/core'
import { SignClient } from '@walletconnect/sign-client'
import { clientStorage } from './clientStorage.ts'
import type { WalletConnectOptions } from './WalletConnectOptions.ts'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

/**
 * Starts a sign client that contacts the relay and nothing else. It does not wait for the relay, and contacts it only
 * when there is a session or something to say.
 */
export async function createClient(
  context: ConnectorContext,
  options: WalletConnectOptions,
): Promise<Client> {
  // The client keeps one core per prefix in a global. Two configs on one page must not share theirs.
  const instance = `latchkey-${randomId()}`
  const metadata = metadataOf(options.metadata ?? context.metadata)
  const draft = new SignClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId ?? context.projectId,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: instance,
    storage: clientStorage(context.storage, instance),
  })
  const { core } = draft
  const globals = globalThis as Record<string, unknown>
  for (const name of [`_walletConnectCore_${instance}`, `_walletConnectCore_${instance}_count`])
    delete globals[name]
  silence(core)
  hurry(core)
  return SignClient.init({ core, metadata, logger: 'silent' })
}

/** After how long a message that the relay has not acknowledged is sent again, and is given up; ms. */
const RESEND_AFTER = 2_500
const GIVE_UP_AFTER = 14_000

/**
 * A message that is given up must not reach the wallet afterwards, when the page has told its visitor that it failed. The
 * client itself would wait 15 s before it sends again after a lost socket, and try for a minute.
 */
function hurry({ relayer }: Client['core']): void {
  Object.assign(relayer.publisher, { initialPublishTimeout: RESEND_AFTER, publishTimeout: GIVE_UP_AFTER })
}

/** The verify server and the telemetry have their addresses built in; the first is waited for 5 s at each step. */
function silence(core: Client['core']): void {
  const nothing = async () => undefined
  Object.assign(core.verify, { init: nothing, register: nothing, resolve: nothing })
  Object.assign(core.eventClient, { init: nothing })
}

/** What the wallet shows of the page. The address is the page's own whatever was configured: wallets compare it. */
function metadataOf(given: AppMetadata | undefined) {
  const page = typeof window === 'undefined' ? undefined : window
  const url = page?.location.origin ?? given?.url ?? ''
  return {
    name: given?.name || page?.document.title || page?.location.hostname || 'Latchkey',
    description: given?.description ?? '',
    url,
    icons: [...(given?.icons ?? [])],
  }
}

const randomId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
