import type { SocialProvider } from '@latchkey/protocol/socials'
import { pause } from '@latchkey/std/pause'
import { accountOf, activeNamespace, patchAccount } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { RequestAbortedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { AccountType, ConnectResult } from '../interfaces/Connector.ts'
import type { IdentityAbility } from '../interfaces/IdentityAbility.ts'
import { STORAGE_KEYS, writeConnectedSocial } from '../storage/storedState.ts'
import { DeviceWaitError } from './errors.ts'
import { identityConnector, requireIdentity } from './identityConnector.ts'

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

/**
 * Signs in by a passkey alone.
 *
 * @throws what the wallet rejects with: 2024 where there are no passkeys, 2025 when none was used
 */
export const connectPasskey = (config: Config, parameters: { signal?: AbortSignal } = {}): Promise<void> =>
  connectSignedIn(config, { ...parameters, ask: (identity, wanted) => identity.connectPasskey(wanted) })

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

/** A request to the mailbox lives ten minutes; ms. */
const LONGEST = 11 * 60_000
/** The wallet holds each question for a while; one that it answers at once is not asked again at once, ms. */
const PAUSE = 1_000

/**
 * Waits until the person has approved this device from the mailbox; then the code is on its way. The wallet shows its own
 * screen meanwhile.
 *
 * @throws what the wallet rejects with (4131 refused, 4132 expired), DeviceWaitError after 11 min, or
 * RequestAbortedError
 */
export async function waitForDevice(
  config: Config,
  parameters: { signal?: AbortSignal } = {},
): Promise<void> {
  const { signal } = parameters
  const until = Date.now() + LONGEST
  const identity = await requireIdentity(config).identity()
  while (Date.now() < until) {
    if (signal?.aborted) throw new RequestAbortedError()
    if (await identity.checkDevice(signal ? { signal } : {})) return
    await pause(PAUSE, signal)
  }
  throw new DeviceWaitError()
}
