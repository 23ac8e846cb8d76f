/** What the parts of the provider share. */
import type { LiveSocket } from './openLiveSocket.ts'

/** The provider's own: it answers for no other, whichever is active. */
export const NAMESPACE = 'eip155'

/** The page's subscriptions (`eth_subscribe`) by their ids: how to end each, and the socket that tells it, if one does. */
export type Subscriptions = Map<string, { end: () => void; socket?: Promise<LiveSocket> }>
export type Emit = (event: string, payload: unknown) => void
