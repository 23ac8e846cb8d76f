import { accountOf, activeNamespace, patchAccount } from '../account/accounts.ts'
import { isEmail } from '../connection/emailLogin.ts'
import { InvalidEmailError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { requireIdentity } from './identityConnector.ts'

export type EmailUpdateStep = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

/**
 * Begins to change the e-mail address: a code goes to the present one first, if there is one. Latchkey's own wallet does
 * this on its account page alone.
 *
 * @throws InvalidEmailError, or what the wallet rejects with: `AccountPageOnlyError` (4147) from Latchkey's own
 */
export async function startEmailUpdate(
  config: Config,
  parameters: { email: string; signal?: AbortSignal },
): Promise<EmailUpdateStep> {
  const email = parameters.email.trim()
  if (!isEmail(email)) throw new InvalidEmailError()
  const identity = await requireIdentity(config).identity()
  return (await identity.updateEmail({ ...parameters, email })).action
}

/**
 * Lets the wallet collect the code of the present step on its own screen. When the last one was right, the account has
 * the new address.
 *
 * @returns what comes next
 * @throws what the screen ends with: `AccountPageOnlyError` (4147) from Latchkey's own
 */
export async function confirmEmailUpdate(
  config: Config,
  parameters: { signal?: AbortSignal } = {},
): Promise<'VERIFY_SECONDARY_OTP' | 'DONE'> {
  const identity = await requireIdentity(config).identity()
  const answer = await identity.promptUpdateEmail(parameters)
  if (answer.next === 'DONE') rememberEmail(config, answer.newEmail)
  return answer.next
}

/** Storage keeps a hint alone; what is shown is what was typed here. Whoever has proven both addresses is signed in (spec 4). */
function rememberEmail(config: Config, email: string): void {
  const namespace = activeNamespace(config)
  config.storage.set(STORAGE_KEYS.emailLoginUsed, 'true')
  config.storage.set(STORAGE_KEYS.emailHint, emailHint(email))
  const { user } = accountOf(config.accounts, namespace)
  patchAccount(config.accounts, namespace, { user: { ...user, email } })
}

/** What may be shown where the whole address may not: `m•••@example.com`. */
export function emailHint(email: string): string {
  const [first = ''] = email
  return `${first}•••${email.slice(email.lastIndexOf('@'))}`
}
