import { matchesEtag } from '../http/etag.ts'
import type { StoredImage } from './storedImages.ts'

/**
 * Answers with a picture that any page may show and read. Its id names it for good, so it is never asked for again.
 *
 * @param ifNoneMatch the header of that name
 */
export function imageResponse({ bytes, etag }: StoredImage, ifNoneMatch: string | undefined): Response {
  const headers = new Headers({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  })
  if (matchesEtag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', 'image/webp')
  headers.set('content-disposition', 'inline')
  headers.set('content-length', String(bytes.length))
  return new Response(bytes, { headers })
}
