import {
  SiwxChainError,
  SiwxDomainError,
  SiwxExpiredError,
  SiwxMessageInvalidError,
  SiwxNonceError,
  SiwxNotYetValidError,
  SiwxUriError,
} from '../message/errors.ts'
import type { SiwxFields } from '../message/fields.ts'
import { parseSiwxMessage } from '../message/parseSiwxMessage.ts'

/** What the back end knows by itself; nothing here may come from the message. */
export type SiwxExpectations = {
  /** Host and port of the site, as in `location.host`. */
  domain: string
  /** With it, the message's URI must be exactly this one. */
  uri?: string
  /** Compared with the scheme of the message, where it has one. */
  scheme?: string
  /** The nonce that this back end gave out. It must be made unusable once it has served. */
  nonce: string
  /** CAIP-2; with it, no other network will do. */
  chainId?: string
  /** ms since the epoch; default: now */
  now?: number
  /** How far the clock of whoever made the message may be ahead, ms; default one minute. */
  clockTolerance?: number
}

/**
 * Reads a message strictly and compares it with what the back end expects.
 *
 * @throws SiwxMessageInvalidError, SiwxDomainError, SiwxUriError, SiwxNonceError, SiwxChainError, SiwxExpiredError,
 * SiwxNotYetValidError
 */
export function checkFields(message: string, expected: SiwxExpectations): SiwxFields {
  const { now = Date.now(), clockTolerance = 60_000 } = expected
  const fields = parseSiwxMessage(message)
  if (!fields) throw new SiwxMessageInvalidError()
  const { scheme } = fields
  const isScheme = scheme === undefined || expected.scheme === undefined || scheme === expected.scheme
  // ERC-4361: the domain is compared as a whole; letters of a host have no case.
  if (fields.domain.toLowerCase() !== expected.domain.toLowerCase() || !isScheme) throw new SiwxDomainError()
  if (expected.uri !== undefined && fields.uri !== expected.uri) throw new SiwxUriError()
  if (fields.nonce !== expected.nonce) throw new SiwxNonceError()
  if (expected.chainId !== undefined && fields.chainId !== expected.chainId) throw new SiwxChainError()
  const timeOf = (text: string | undefined, absent: number) =>
    text === undefined ? absent : Date.parse(text.toUpperCase())
  if (timeOf(fields.expirationTime, Number.POSITIVE_INFINITY) <= now) throw new SiwxExpiredError()
  const begins = Math.max(timeOf(fields.notBefore, 0), timeOf(fields.issuedAt, 0))
  if (begins > now + clockTolerance) throw new SiwxNotYetValidError()
  return fields
}
