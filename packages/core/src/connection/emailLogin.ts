import { BaseError } from '@latchkey/errors'
import { activeNamespace } from '../account/accounts.ts'
import {
  AuthenticationFailedError,
  ConnectorNotFoundError,
  EmailThrottledError,
  InvalidEmailError,
} from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Connector, EmailAbility } from '../interfaces/Connector.ts'
import { schedule, unschedule } from '../modal/open.ts'
import { hideToast, showToast } from '../modal/toast.ts'
import { readLastEmailLoginTime, STORAGE_KEYS, writeConnectedSocial } from '../storage/storedState.ts'
import { connect } from './connect.ts'

/** Spec 9: one e-mail each 30 s, ms. The service has the last word; this saves the visitor a refusal. */
const COOLDOWN = 30_000
/** Code of the service's TooSoonError. */
const TOO_SOON = 4100
/** A shorter wait needs no word, ms. */
const AUTHENTICATING_DELAY = 300
const EMAIL = /^[^\s@<>()",;:\\[\]]{1,64}@(?:[^\s@.<>()",;:\\[\]]{1,63}\.)+[^\s@.<>()",;:\\[\]]{2,63}$/u

/** Looks like an e-mail address; delivery is the real check. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** The connector that signs in by e-mail, if the page offers that and the wallet supports the active namespace (spec 6). */
export function emailConnector(config: Config): (Connector & { email: EmailAbility }) | undefined {
  if (!config.features.getState().email) return undefined
  const namespace = activeNamespace(config)
  return config.connectors
    .getState()
    .connectors.find(
      (connector): connector is Connector & { email: EmailAbility } =>
        connector.email !== undefined && connector.namespaces.includes(namespace),
    )
}

/** Seconds until another code may be asked for, rounded up; 0 when it may be now. */
export function emailCooldown(config: Config, now = Date.now()): number {
  const last = readLastEmailLoginTime(config.storage)
  if (last === undefined || last > now) return 0
  return Math.max(0, Math.ceil((last + COOLDOWN - now) / 1000))
}

/**
 * Sends a sign-in code.
 *
 * @throws InvalidEmailError 'Invalid email'
 * @throws EmailThrottledError 'Please try again after N seconds', `data.retryAfter` in seconds
 */
export async function startEmailLogin(
  config: Config,
  parameters: { email: string; signal?: AbortSignal },
): Promise<{ action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'; emailHint: string }> {
  const connector = requireEmail(config)
  const email = parameters.email.trim()
  if (!isEmail(email)) throw new InvalidEmailError()
  const seconds = emailCooldown(config)
  if (seconds > 0) throw throttled(seconds)
  const before = config.storage.get(STORAGE_KEYS.lastEmailLoginTime)
  // Before the answer: a second click meanwhile is a second trigger.
  config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now()))
  try {
    const answer = await connector.email.start({ ...parameters, email })
    config.storage.set(STORAGE_KEYS.emailHint, answer.emailHint)
    return answer
  } catch (error) {
    // No mail went out, so the visitor may try again at once, unless the service itself says when.
    const retryAfter =
      error instanceof BaseError && error.code === TOO_SOON ? Number(error.data?.retryAfter) : Number.NaN
    if (retryAfter > 0 && retryAfter * 1000 <= COOLDOWN) {
      const last = Date.now() + retryAfter * 1000 - COOLDOWN
      config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(last))
      throw throttled(Math.ceil(retryAfter), error)
    }
    if (before === undefined) config.storage.remove(STORAGE_KEYS.lastEmailLoginTime)
    else config.storage.set(STORAGE_KEYS.lastEmailLoginTime, before)
    throw error
  }
}

const throttled = (seconds: number, cause?: unknown) =>
  new EmailThrottledError({
    message: `Please try again after ${seconds} seconds`,
    data: { retryAfter: seconds },
    cause,
  })

/**
 * Lets the wallet collect the code on its own screen, then connects.
 *
 * @param parameters `prompt: false` after the action CONNECT, when no code is asked for
 * @throws what the code screen ends with (2011 ChangeEmailError: another address is wanted), or
 * AuthenticationFailedError when the code was right and the account could not be fetched; nothing is connected then
 */
export async function completeEmailLogin(
  config: Config,
  parameters: { signal?: AbortSignal; prompt?: boolean } = {},
): Promise<void> {
  const connector = requireEmail(config)
  const signal = parameters.signal ? { signal: parameters.signal } : {}
  if (parameters.prompt ?? true) await connector.email.promptCode(signal)
  writeConnectedSocial(config.storage, undefined)
  config.storage.remove(STORAGE_KEYS.socialUsername)
  await authenticate(
    config,
    connector,
    () => connect(config, { connectorId: connector.id, ...signal }),
    parameters.signal,
  )
  config.storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  config.storage.remove(STORAGE_KEYS.lastEmailLoginTime)
}

async function authenticate(
  config: Config,
  connector: Connector,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let shown = false
  schedule(config, 'authenticating', AUTHENTICATING_DELAY, () => {
    shown = true
    showToast(config, { kind: 'loading', name: 'authenticating', message: 'Authenticating...' })
  })
  try {
    await work()
  } catch (cause) {
    if (signal?.aborted) throw cause
    const error = new AuthenticationFailedError({ cause })
    // Half signed in is not signed in: the wallet forgets it too (spec 8).
    connector.disconnect().catch(() => undefined)
    unschedule(config, 'authenticating')
    showToast(config, { kind: 'error', name: 'signInFailed', message: error.shortMessage })
    shown = false
    throw error
  } finally {
    unschedule(config, 'authenticating')
    if (shown) hideToast(config)
  }
}

function requireEmail(config: Config) {
  const connector = emailConnector(config)
  if (!connector) throw new ConnectorNotFoundError()
  return connector
}
