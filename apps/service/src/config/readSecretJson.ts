import { readFileSync } from 'node:fs'
import type * as z from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

function readText(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  if (!file) return environment[name]
  if (environment[name]) throw new Error(`set ${name} or ${name}_FILE, not both`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`the file of ${name}_FILE cannot be read`)
  }
}

/** Reads JSON that may hold secrets. @throws Error whose message quotes nothing of it, as the parser's own words would */
export function parseSecretJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('is not JSON')
  }
}

/**
 * Reads credentials of others that stand in one variable, or in the file that `…_FILE` names.
 *
 * @param problems gets one line a problem, without any value
 * @returns undefined where there are none, or they are wrong
 * @example
 * readSecretJson(process.env, 'SOCIAL_PROVIDERS', socialProvidersSchema, problems)
 */
export function readSecretJson<Schema extends z.ZodType>(
  environment: Environment,
  name: string,
  schema: Schema,
  problems: string[],
): z.output<Schema> | undefined {
  try {
    const text = readText(environment, name)
    if (text === undefined) return undefined
    const result = schema.safeParse(parseSecretJson(text))
    if (result.success) return result.data
    for (const { path, message } of result.error.issues)
      problems.push(
        `  ${[name, ...path].join('.')}: ${message.endsWith('received undefined') ? 'is missing' : message}`,
      )
  } catch (error) {
    problems.push(`  ${name}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
  return undefined
}
