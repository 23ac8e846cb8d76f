import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** Keys that may stand in a file of their own: `KEK_FILE` names the file in which `KEK` is. */
export const KEY_VARIABLES = [
  'KEK',
  'RECOVERY_KEK',
  'PEPPER',
  'KEK_PREVIOUS',
  'RECOVERY_KEK_PREVIOUS',
  'PEPPER_PREVIOUS',
  'PAYMASTER_SIGNER_KEY',
] as const

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/**
 * Puts the content of every `…_FILE` of a key in the place of the key itself.
 *
 * @returns the environment with the keys in it, and one line a problem, without any content of a file
 */
export function readKeyFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const filled: Record<string, string | undefined> = { ...environment }
  const problems: string[] = []
  for (const name of KEY_VARIABLES) {
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
