import type { Client } from '@latchkey/bridge'
import {
  type AppMetadata,
  type ConnectorContext,
  SDK_VERSION,
  writeSmartAccountNetworks,
} from '@latchkey/core/connector'
import { type FrameContract, frameContract } from '@latchkey/protocol/frame'

const SDK_TYPE = 'latchkey'

/**
 * Tells the frame how the page looks and what it calls itself, and asks where it has smart accounts. Messages keep their order, so whatever is asked
 * afterwards finds it done; nobody waits. A value that the frame would refuse is left out: a colour must not keep a
 * visitor from signing in.
 */
export function syncFrame(context: ConnectorContext, client: Client<FrameContract>): void {
  syncTheme(context, client)
  const metadata = context.metadata ? { metadata: shortened(context.metadata) } : {}
  client.call
    .syncDappData({
      projectId: context.projectId,
      sdkType: SDK_TYPE,
      sdkVersion: SDK_VERSION,
      ...metadata,
    })
    .catch(() => undefined)
  client.call.getSmartAccountEnabledNetworks({}).then(
    ({ smartAccountEnabledNetworks: chainIds }) => writeSmartAccountNetworks(context.storage, chainIds),
    () => writeSmartAccountNetworks(context.storage, []),
  )
}

/** Mode, accent and language alone, when they change. */
export function syncTheme(context: ConnectorContext, client: Client<FrameContract>): void {
  const { themeMode, accent, locale = documentLanguage() } = context.getTheme()
  const accepts = (params: unknown) => frameContract.methods.syncTheme.params.safeParse(params).success
  client.call
    .syncTheme({
      themeMode,
      ...(accent && accepts({ themeVariables: { accent } }) ? { themeVariables: { accent } } : {}),
      ...(locale && accepts({ locale }) ? { locale } : {}),
    })
    .catch(() => undefined)
}

const documentLanguage = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined

/** Cut to what the contract takes. */
const shortened = ({ name, description, url, icons }: AppMetadata) => ({
  name: name.slice(0, 128),
  description: description.slice(0, 512),
  url: url.slice(0, 2048),
  icons: icons.filter((icon) => icon.length <= 2048).slice(0, 8),
})
