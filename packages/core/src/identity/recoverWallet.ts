import type { Config } from '../interfaces/Config.ts'
import type { SocialProvider } from '../interfaces/Features.ts'
import { connectSignedIn } from './connectSignedIn.ts'
import { requireIdentity } from './identityConnector.ts'

/**
 * Lets the wallet open a protected wallet on this device on its own screen, then connects.
 *
 * @param parameters `provider`: the network that the sign-in began with
 * @throws what the screen ends with; nothing is connected then
 */
export async function recoverWallet(
  config: Config,
  parameters: { provider?: SocialProvider | undefined; signal?: AbortSignal } = {},
): Promise<void> {
  const { signal, provider } = parameters
  const identity = await requireIdentity(config).identity()
  await identity.promptRecovery(signal ? { signal } : {})
  await connectSignedIn(config, { provider, signal })
}
