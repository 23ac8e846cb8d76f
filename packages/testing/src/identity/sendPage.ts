import type { IncomingMessage, ServerResponse } from 'node:http'
import { signInPolicyHeader } from './signInPage.ts'

const MAX_FORM_BYTES = 1_024

/**
 * Reads what a sign-in page posts.
 *
 * @throws Error when it is longer than 1 KiB
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_FORM_BYTES) throw new Error('The form is too long.')
  }
  return new URLSearchParams(text)
}

/**
 * Answers with a sign-in page.
 *
 * @param openerPolicy value of Cross-Origin-Opener-Policy
 */
export function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  openerPolicy?: string,
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': signInPolicyHeader,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(openerPolicy ? { 'cross-origin-opener-policy': openerPolicy } : {}),
  })
  response.end(html)
}
