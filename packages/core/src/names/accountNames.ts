import { hasCode } from '@latchkey/errors'
import { askService, replyOf } from '@latchkey/protocol/client'
import {
  coinTypeOf,
  getNameSuggestions,
  getNameZones,
  NAME_LABEL,
  NameInvalidError,
  nameMessage,
  registerName,
} from '@latchkey/protocol/http'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { activeAccount, activeNamespace, activeNetwork, patchAccount } from '../account/accounts.ts'
import { isDeclined } from '../connection/attemptState.ts'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import { NAMESPACES_WITH } from '../interfaces/Connector.ts'
import type { NameForm } from '../interfaces/Forms.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { signMessage } from '../siwx/signSiwx.ts'
import { NameRegistrationError, NameSuggestionsError } from './errors.ts'

/** ms that the service may take; a signature of a contract costs it calls to a node. */
const TIMEOUT = 10_000
const REGISTRATION_TIMEOUT = 30_000

/** What the service says of one name. `label` is what stands before the zone. */
export type NameSuggestion = { name: string; label: string; isTaken: boolean }

/**
 * What somebody has written as a label: small letters, without a space around it. It says nothing of whether it is one.
 *
 * @example
 * labelOf(' Alice') // 'alice'
 */
export const labelOf = (text: string): string => text.trim().toLowerCase()

/** Spec 5: letters, digits or hyphens, four or more. */
export const isNameLabel = (label: string): boolean => NAME_LABEL.test(label)

/** Whether accounts of the active namespace have names (spec 9). */
const hasNames = (config: Config): boolean =>
  NAMESPACES_WITH.names.includes(activeNamespace(config)) &&
  activeNetwork(config.networks.getState()) !== undefined

/**
 * The zone that the service gives names in; undefined where it gives none, or does not answer. Asked once.
 *
 * @example
 * const zone = await nameZoneOf(config) // 'wallet.example'
 */
export function nameZoneOf(config: Config): Promise<string | undefined> {
  if (!hasNames(config)) return Promise.resolve(undefined)
  config.runtime.nameZone ??= askService(serviceOf(config), getNameZones, {
    ms: TIMEOUT,
    signal: config.runtime.signal,
  })
    .then((answer) => replyOf(answer).zones[0])
    .catch(() => {
      // Another time it may answer.
      delete config.runtime.nameZone
      return undefined
    })
  return config.runtime.nameZone
}

/**
 * Whether a name is free, and which like it are. The one that is asked for stands first.
 *
 * @throws NameSuggestionsError 'Error fetching name suggestions'
 */
export async function suggestNames(
  config: Config,
  { label, zone, signal }: { label: string; zone: string; signal?: AbortSignal },
): Promise<readonly NameSuggestion[]> {
  if (!hasNames(config)) throw new NameSuggestionsError()
  try {
    const answer = await askService(serviceOf(config), getNameSuggestions, {
      params: { name: label },
      query: { zone },
      ms: TIMEOUT,
      ...(signal && { signal }),
    })
    // A label that the service does not take is nobody's, and gets nobody.
    if (answer.kind === 'refused' && hasCode(answer.error, NameInvalidError.code))
      return [{ name: `${label}.${zone}`, label, isTaken: true }]
    return replyOf(answer).suggestions.flatMap(({ name, registered }) =>
      name.endsWith(`.${zone}`)
        ? [{ name, label: name.slice(0, -zone.length - 1), isTaken: registered }]
        : [],
    )
  } catch (cause) {
    throw new NameSuggestionsError({ cause })
  }
}

const EMPTY: NameForm = { label: '', isRegistering: false, error: undefined }

/** The form for a name. It is empty again after a change of the account, and once the name is there. */
export function nameFormOf(config: Config): StoreApi<NameForm> {
  const { runtime } = config
  if (runtime.nameForm) return runtime.nameForm
  const form = createStore(() => EMPTY)
  runtime.nameForm = form
  let last = activeAccount(config).address
  // The slice lives as long as the form does.
  config.accounts.subscribe(() => {
    const { address } = activeAccount(config)
    if (address === last) return
    last = address
    form.setState(EMPTY)
  })
  return form
}

/**
 * Gives the active account a name: its wallet signs, the service checks. The account goes by it at once.
 *
 * @param name whole, such as `alice.wallet.example`
 * @throws NotConnectedError; the wallet's own refusal (4001); NameRegistrationError 'Error registering name', whose
 *   `cause` has the code of the service
 * @example
 * await registerAccountName(config, 'alice.wallet.example')
 */
export async function registerAccountName(config: Config, name: string): Promise<void> {
  const { address } = activeAccount(config)
  const network = activeNetwork(config.networks.getState())
  const namespace = activeNamespace(config)
  if (!address || !network || !hasNames(config)) throw new NotConnectedError()
  const message = nameMessage(name, Math.floor(Date.now() / 1_000))
  const form = nameFormOf(config)
  form.setState({ isRegistering: true, error: undefined })
  try {
    const signature = await signMessage(config, { message, address, namespace })
    const coinType = coinTypeOf(Number(network.caipNetworkId.split(':')[1]))
    const answer = await askService(serviceOf(config), registerName, {
      body: { coin_type: coinType, address, message, signature },
      ms: REGISTRATION_TIMEOUT,
      signal: config.runtime.signal,
    })
    replyOf(answer)
  } catch (cause) {
    const error = isDeclined(cause) ? cause : new NameRegistrationError({ cause })
    if (activeAccount(config).address === address) form.setState({ isRegistering: false, error })
    throw error
  }
  // The kept identity lacks the new name.
  config.runtime.identities?.delete(address.toLowerCase())
  // Another account that has come meanwhile has a form, and a name, of its own.
  if (activeAccount(config).address !== address) return
  form.setState(EMPTY)
  patchAccount(config.accounts, namespace, { profileName: name })
}
