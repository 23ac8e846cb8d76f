import { accountOf, patchAccount } from '../account/accounts.ts'
import { activeNamespace } from '../account/activeConnection.ts'
import type { Config } from '../interfaces/Config.ts'
import { connectSignedIn } from './connectSignedIn.ts'
import { identityConnector, requireIdentity } from './identityConnector.ts'

/**
 * Signs in with Farcaster: the wallet shows the code to scan on its own screen, and this settles when the person has
 * approved in the app. Meanwhile the account's `farcasterUrl` names the sign-in.
 *
 * @throws what the wallet rejects with; nothing is connected then
 */
export async function connectFarcaster(
  config: Config,
  parameters: { signal?: AbortSignal } = {},
): Promise<void> {
  const namespace = activeNamespace(config)
  const identity = await requireIdentity(config).identity()
  const farcasterUrl = await identity.farcasterUrl(parameters)
  parameters.signal?.throwIfAborted()
  patchAccount(config.accounts, namespace, { farcasterUrl })
  await identity.promptFarcaster(parameters)
  await connectSignedIn(config, { provider: 'farcaster', ...parameters })
  patchAccount(config.accounts, namespace, { farcasterUrl: undefined })
}

/** For whoever leaves before being connected: the url is cleared, and the frame with its sign-in is loaded anew (spec 2). */
export function leaveFarcaster(config: Config): void {
  const namespace = activeNamespace(config)
  if (accountOf(config.accounts, namespace).status === 'connected') return
  patchAccount(config.accounts, namespace, { farcasterUrl: undefined })
  identityConnector(config)
    ?.identity()
    .then((identity) => identity.reload())
    // A frame that is not there has no sign-in to forget.
    .catch(() => undefined)
}
