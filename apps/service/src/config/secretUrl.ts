import * as z from 'zod'
import { isLoopbackName } from './originPattern.ts'

/** An address that secrets are sent to: https, or http to this machine alone. */
export const secretUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && !url.username && !url.password && !url.hash
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
  if (isPlain && isSafe) return text
  context.addIssue({ code: 'custom', message: 'write https://… (http is for localhost alone)' })
  return z.NEVER
})
