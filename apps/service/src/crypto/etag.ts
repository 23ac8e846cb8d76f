import { createHash } from 'node:crypto'

/** Names content by its hash, as RFC 9110 section 8.8.3 writes it. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** RFC 9110 section 13.1.2, weak comparison. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const tags = ifNoneMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
