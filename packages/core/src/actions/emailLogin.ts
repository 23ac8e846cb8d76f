import type { Config } from '../createConfig.ts'
import { ConnectorNotFoundError, EmailThrottledError, InvalidEmailError } from '../errors.ts'
import type { Connector, EmailAbility } from '../interfaces/Connector.ts'
import { readLastEmailLoginTime, STORAGE_KEYS } from '../storage/storedState.ts'
import { connect } from './connect.ts'

/** Spec 9: one e-mail each 30 s, ms. The service has the last word; this saves the visitor a refusal. */
const COOLDOWN = 30_000
const EMAIL = /^[^\s@<>()",;:\\[\]]{1,64}@(?:[^\s@.<>()",;:\\[\]]{1,63}\.)+[^\s@.<>()",;:\\[\]]{2,63}$/u

/** Looks like an e-mail address; delivery is the real check. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** The connector that signs in by e-mail, if the page has one. */
export function emailConnector(config: Config): (Connector & { email: EmailAbility }) | undefined {
  return config.connectors.find(
    (connector): connector is Connector & { email: EmailAbility } => connector.email !== undefined,
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
  if (seconds > 0)
    throw new EmailThrottledError({
      message: `Please try again after ${seconds} seconds`,
      data: { retryAfter: seconds },
    })
  const answer = await connector.email.start({ ...parameters, email })
  config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now()))
  config.storage.set(STORAGE_KEYS.emailHint, answer.emailHint)
  return answer
}

/** Lets the wallet collect the code on its own screen, then connects. */
export async function completeEmailLogin(
  config: Config,
  parameters: { signal?: AbortSignal; prompt?: boolean } = {},
): Promise<void> {
  const connector = requireEmail(config)
  const signal = parameters.signal ? { signal: parameters.signal } : {}
  if (parameters.prompt ?? true) await connector.email.promptCode(signal)
  await connect(config, { connectorId: connector.id, ...signal })
  config.storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  config.storage.remove(STORAGE_KEYS.lastEmailLoginTime)
}

function requireEmail(config: Config) {
  const connector = emailConnector(config)
  if (!connector) throw new ConnectorNotFoundError()
  return connector
}
