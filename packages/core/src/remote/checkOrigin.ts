import { getOrigins, OriginNotAllowedError, UnknownProjectError } from '@latchkey/protocol/http'
import type { Config, Features } from '../interfaces/Config.ts'
import type { AlertKind } from '../interfaces/Connector.ts'
import { raiseAlert } from '../modal/raiseAlert.ts'
import { type Answer, askService } from './askService.ts'

type Origins = { allowedOrigins: string[] }

/** A project id that the page's own build left out. */
const NEVER_FILLED_IN = /^\s*(?:undefined|null|your[-_ ]?project[-_ ]?id)?\s*$/i

/** Sites that may use the project's embedded wallet; empty on an error (spec 7). Never rejects. */
export async function fetchAllowedOrigins(config: Config): Promise<string[]> {
  const answer = await askService(config, getOrigins)
  return answer.kind === 'reply' ? answer.reply.allowedOrigins : []
}

/**
 * The alert that the service's answer calls for. The service compares the origin itself, by the header that the
 * browser writes, so no second list of rules lives here.
 */
export function alertOfOrigins(
  answer: Answer<Origins>,
  page: { projectId: string; usesEmbeddedWallet: boolean },
): { kind: AlertKind; code?: number } | undefined {
  if (answer.kind === 'failed') return undefined
  if (answer.kind === 'reply') {
    const nobody = answer.reply.allowedOrigins.length === 0
    return nobody && page.usesEmbeddedWallet ? { kind: 'unverifiedDomain' } : undefined
  }
  const { code } = answer
  if (code === UnknownProjectError.code)
    return { kind: NEVER_FILLED_IN.test(page.projectId) ? 'projectIdMissing' : 'invalidProjectId', code }
  return code === OriginNotAllowedError.code && page.usesEmbeddedWallet
    ? { kind: 'originNotAllowed', code }
    : undefined
}

/**
 * Asks the service whether it knows the project, and whether this page may use its embedded wallet when e-mail or
 * social login is on (spec 5); if not, shows the alert. External wallets work all the same. Never rejects.
 */
export async function checkOrigin(
  config: Config,
  features: Pick<Features, 'email' | 'socials'>,
): Promise<void> {
  const usesEmbeddedWallet = features.email || (features.socials !== false && features.socials.length > 0)
  const answer = await askService(config, getOrigins, { retries: 1 })
  const alert = alertOfOrigins(answer, { projectId: config.projectId, usesEmbeddedWallet })
  if (alert && !config.runtime.signal.aborted) await raiseAlert(config, alert.kind, alert.code)
}
