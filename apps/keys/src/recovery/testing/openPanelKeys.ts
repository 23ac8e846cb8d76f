import type { AnyKeySigner, LazyKeySigner } from '../../accounts/KeySigner.ts'
import { createKeys } from '../../createKeys.ts'
import { VaultUnavailableError } from '../../errors/keysErrors.ts'
import { createMemoryStore, type RecordStore } from '../../storage/recordStore.ts'
import { createFakeService, WALLET_ORIGIN } from '../../testing/fakeService.ts'
import { configFor, createClock } from '../../testing/openKeys.ts'
import { createPanelVault } from '../../vault/createPanelVault.ts'
import { createUnlockCache } from '../../vault/unlockCache.ts'
import { panelVaultOf, servePanelPort } from '../../vault/workerPort.ts'
import type { Passkeys } from '../browserPasskeys.ts'
import { newRecoveryCode, sealCode } from '../codeMethod.ts'
import { confirmMethod, type PanelContext } from '../enrolMethod.ts'
import { type StoredPasskey, startPasskey, storePasskey } from '../passkeyMethod.ts'
import { createFakePasskeys } from './fakePasskeys.ts'
import { addFakeRecovery } from './fakeRecovery.ts'

export const EMAIL = 'ada@example.com'
const live = () => ({ origin: WALLET_ORIGIN, signal: new AbortController().signal })

/** A service with an account page, and what opens documents over it. Each call of `open` is another device. */
export async function startAccountLife() {
  const clock = createClock()
  const service = await createFakeService(clock.now)
  const recovery = addFakeRecovery(service, clock.now)
  const authenticator = createFakePasskeys()
  return {
    clock,
    service,
    recovery,
    authenticator,
    open: (
      options: {
        hostOrigin?: string
        store?: RecordStore
        signers?: readonly (AnyKeySigner | LazyKeySigner)[]
      } = {},
    ) => openPanelKeys({ service, now: clock.now, passkeys: authenticator.passkeys, ...options }),
  }
}

/** The keys document of the account page, with its vault behind the worker's edge; with another host, that of a site. */
function openPanelKeys(options: {
  service: Awaited<ReturnType<typeof createFakeService>>
  now(): number
  passkeys: Passkeys
  hostOrigin?: string
  store?: RecordStore
  signers?: readonly (AnyKeySigner | LazyKeySigner)[]
}) {
  const { service, now, passkeys, hostOrigin = WALLET_ORIGIN, store = createMemoryStore(), signers } = options
  const cache = createUnlockCache({ now, setTimer: () => 0, clearTimer: () => undefined })
  const port = servePanelPort(createPanelVault({ cache, signers }))
  const vault = panelVaultOf(port, 60_000, () => new VaultUnavailableError())
  const config = configFor(service)
  const keys = createKeys({ config, hostOrigin, store, vault, fetch: service.fetch, now })
  const context: PanelContext = { ...keys.context, vault, passkeys, openWindow: () => null }
  return {
    keys,
    store,
    vault,
    context,
    /** The whole login with the newest code. */
    async login(email = EMAIL) {
      await keys.handlers.startEmail({ email, resend: false }, live())
      return keys.handlers.submitCode({ code: service.lastCode() }, live())
    },
    state: () => keys.readState(),
    signMessage: (address: string, message: string) =>
      keys.handlers.signMessage({ address, message }, live()),
  }
}

export type AccountLife = Awaited<ReturnType<typeof startAccountLife>>

/** Has this device's authenticator make a passkey, and stores it with the account. */
export async function makePasskey(context: PanelContext): Promise<StoredPasskey> {
  const { signal } = new AbortController()
  const started = await startPasskey(context, signal)
  const made = await context.passkeys.create(started, signal)
  return storePasskey(context, started, { made, label: 'Phone' }, signal)
}

/** Gives the wallet a recovery code, which counts from then on. */
export async function addCode(context: PanelContext): Promise<string> {
  const { signal } = new AbortController()
  const code = newRecoveryCode()
  await confirmMethod(context, await sealCode(context, code, 'Code', signal), signal)
  return code
}
