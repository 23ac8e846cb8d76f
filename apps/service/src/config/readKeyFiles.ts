import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** Keys that open what is stored, or sign. */
export const KEY_VARIABLES = [
  'KEK',
  'RECOVERY_KEK',
  'PEPPER',
  'KEK_PREVIOUS',
  'RECOVERY_KEK_PREVIOUS',
  'PEPPER_PREVIOUS',
  'PAYMASTER_SIGNER_KEY',
  'NAME_SIGNER_KEY',
] as const

/** Whatever opens something may stand in a file of its own: `KEK_FILE` names the file in which `KEK` is. */
export const SECRET_VARIABLES = [
  ...KEY_VARIABLES,
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'ADMIN_TOKEN',
  'FARCASTER_RELAY_URL',
  'OPTIMISM_RPC_URL',
  'PRICES_URL',
  'SWAPS_URL',
] as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/**
 * Puts the content of every `…_FILE` of a secret in the place of the secret itself.
 *
 * @returns the environment with the secrets in it, and one line a problem, without any content of a file
 */
export function readKeyFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const filled: Record<string, string | undefined> = { ...environment }
  const problems: string[] = []
  for (const name of SECRET_VARIABLES) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) {
      problems.push(`  ${name}: set ${name} or ${name}_FILE, not both`)
      continue
    }
    try {
      filled[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      problems.push(`  ${name}_FILE: the file cannot be read (${codeOf(error)})`)
    }
  }
  return { environment: filled, problems }
}
