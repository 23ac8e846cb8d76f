import { readFileSync } from 'node:fs'
import { type SocialProviders, socialProvidersSchema } from './ServiceConfig.ts'

type Environment = Readonly<Record<string, string | undefined>>

const NAME = 'SOCIAL_PROVIDERS'

function readText(environment: Environment): string | undefined {
  const file = environment[`${NAME}_FILE`]
  if (!file) return environment[NAME]
  if (environment[NAME]) throw new Error(`set ${NAME} or ${NAME}_FILE, not both`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`the file of ${NAME}_FILE cannot be read`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words would quote the text, which holds secrets.
    throw new Error('is not JSON')
  }
}

/**
 * Reads the credentials of social networks: JSON of the form `{ "google": { "clientId": …, "clientSecret": … }, … }`.
 *
 * @param problems gets one line a problem, without any value
 */
export function readSocialProviders(environment: Environment, problems: string[]): SocialProviders {
  try {
    const text = readText(environment)
    if (text === undefined) return {}
    const result = socialProvidersSchema.safeParse(parse(text))
    if (result.success) return result.data
    for (const { path, message } of result.error.issues)
      problems.push(
        `  ${[NAME, ...path].join('.')}: ${message.endsWith('received undefined') ? 'is missing' : message}`,
      )
  } catch (error) {
    problems.push(`  ${NAME}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
  return {}
}
