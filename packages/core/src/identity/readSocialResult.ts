import { BaseError } from '@latchkey/errors'
import { SOCIAL_RETURN } from '../storage/socialReturn.ts'
import { SocialAnswerError } from './errors.ts'

const FLOW = '[A-Za-z0-9_-]{22}'
const RETURNED = new RegExp(`^#?${SOCIAL_RETURN}=(${FLOW})\\.(?:error\\.(\\d{4})|([A-Za-z0-9_-]{20,128}))$`)
/** Codes that the service gives a login which did not come to an identity. */
const FIRST_CODE = 4000
const LAST_CODE = 4999

/**
 * The uri of a fragment that a login in redirect mode came back with; undefined when it has another form.
 *
 * @example
 * readSocialReturn('#latchkey_social=<flowId>.<result>', 'https://wallet.example.net')
 * // 'https://wallet.example.net/social/done?flow=<flowId>&result=<result>'
 */
export function readSocialReturn(fragment: string, walletOrigin: string): string | undefined {
  const [, flow, error, result] = RETURNED.exec(fragment) ?? []
  if (!flow) return undefined
  const url = new URL('/social/done', walletOrigin)
  url.searchParams.set('flow', flow)
  if (error) url.searchParams.set('error', error)
  else url.searchParams.set('result', result ?? '')
  return url.href
}

/**
 * Tells a login that failed at the provider from one to finish. What a uri that passes is worth, the wallet decides.
 *
 * @throws BaseError with the code that the service gave (4121: the person declined), or SocialAnswerError for a uri
 * that is not the wallet's
 */
export function assertSocialResult(uri: string, walletOrigin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== walletOrigin || url.pathname !== '/social/done') throw new SocialAnswerError()
  const error = url.searchParams.get('error')
  if (error === null) return
  const code = /^\d{4}$/.test(error) ? Number(error) : 0
  if (code < FIRST_CODE || code > LAST_CODE) throw new SocialAnswerError()
  throw new BaseError(code, 'The sign-in at the other site did not work.')
}

/** @throws SocialAnswerError for an address that no window may be sent to */
export function assertWebUri(uri: string): void {
  const protocol = URL.canParse(uri) ? new URL(uri).protocol : ''
  if (protocol !== 'https:' && protocol !== 'http:') throw new SocialAnswerError()
}
