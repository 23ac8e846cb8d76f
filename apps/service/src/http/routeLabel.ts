import { ASSET_IMAGE_PATH, WALLET_IMAGE_PATH } from '@latchkey/protocol/http'

const IMAGES = [WALLET_IMAGE_PATH, ASSET_IMAGE_PATH]
/** What follows is somebody's address. */
const SESSIONS = '/v1/sessions'

/** No route needs an escape. The router reads `/v1/%73essions` as `/v1/sessions`: such a path would go by any number of names. */
const PLAIN = /^[A-Za-z0-9/._-]*$/

/** Names the route of a known path for logs and metrics: its first words, which hold no id, or the place of pictures. */
export function routeLabel(pathname: string): string {
  if (pathname.startsWith(`${SESSIONS}/`)) return SESSIONS
  const images = IMAGES.find((path) => pathname.startsWith(`${path}/`))
  if (images) return `${images}/:id`
  return PLAIN.test(pathname) ? pathname.split('/').slice(0, 4).join('/') : 'unknown'
}
