import { accountOf, patchAccount } from '../account/accounts.ts'
import { activeNamespace } from '../account/activeConnection.ts'
import { connect } from '../connection/connect.ts'
import type { AccountType } from '../interfaces/Account.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ConnectResult } from '../interfaces/Connector.ts'
import type { SocialProvider } from '../interfaces/Features.ts'
import type { IdentityAbility } from '../interfaces/IdentityAbility.ts'
import { writeConnectedSocial } from '../storage/connectedSocial.ts'
import { STORAGE_KEYS } from '../storage/storageKeys.ts'
import { requireIdentity } from './identityConnector.ts'

type Wanted = { preferredAccountType?: AccountType; signal?: AbortSignal }

/**
 * Connects the embedded wallet by one of its ways to sign in, and remembers which one it was.
 *
 * @param parameters `ask` default: the account of whoever is signed in already
 * @throws what the wallet rejects with; nothing is connected then
 */
export async function connectSignedIn(
  config: Config,
  parameters: {
    provider?: SocialProvider | undefined
    signal?: AbortSignal | undefined
    ask?: (identity: IdentityAbility, wanted: Wanted) => Promise<ConnectResult>
  },
): Promise<void> {
  const { provider, signal, ask } = parameters
  const connector = requireIdentity(config)
  const namespace = activeNamespace(config)
  await connect(config, {
    connectorId: connector.id,
    namespace,
    ...(signal ? { signal } : {}),
    ...(ask
      ? {
          ask: async (target) =>
            ask(await connector.identity(), {
              ...(target.signal ? { signal: target.signal } : {}),
            }),
        }
      : {}),
  })
  const { storage } = config
  const { username } = accountOf(config.accounts, namespace).user ?? {}
  storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  if (provider && username) storage.set(STORAGE_KEYS.socialUsername, username)
  else storage.remove(STORAGE_KEYS.socialUsername)
  writeConnectedSocial(storage, provider)
  patchAccount(config.accounts, namespace, { socialProvider: provider })
}
