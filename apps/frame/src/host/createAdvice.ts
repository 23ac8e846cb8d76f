import { callService, type Fetch } from '@latchkey/protocol/client'
import { getFungiblePrice, TOKEN_IMAGE_PATH } from '@latchkey/protocol/http'
import type { Advice, ApprovalView } from '../approvals/ApprovalView.ts'
import type { Frame } from '../context/Frame.ts'

/** ms: it only adds to what the wallet knows by itself. */
const PATIENCE = 4_000
/** ms for which an answer is good enough (spec 9, prices). */
const FRESH = 30_000
const NOTHING: Advice = { price: null, picture: null }

/** What the service knows of amounts. */
export type AdviceBook = {
  /** What is known of a view's amount now; null: it is asked for. undefined: the view has no such amount. */
  of(view: ApprovalView): Advice | null | undefined
}

type Asking = Pick<Frame, 'now'> & { config: Pick<Frame['config'], 'apiOrigin' | 'projectId'> }

/** The service names a picture only of a token that it knows by its address; a place of somebody else's is not asked. */
function pictureOf(apiOrigin: string, symbol: string, iconUrl: string | undefined): string | null {
  if (iconUrl !== undefined) return iconUrl.startsWith(`${apiOrigin}/`) ? iconUrl : null
  const id = symbol.toLowerCase()
  return /^[a-z0-9]{1,16}$/.test(id) ? `${apiOrigin}${TOKEN_IMAGE_PATH}/${id}-v1` : null
}

async function ask({ config }: Asking, asset: string, fetch: Fetch | undefined): Promise<Advice> {
  const { apiOrigin, projectId } = config
  const service = { apiOrigin, query: { projectId }, ...(fetch && { fetch }) }
  const body = { currency: 'usd' as const, addresses: [asset] }
  const { fungibles } = await callService(service, getFungiblePrice, { body, ms: PATIENCE })
  const found = fungibles.find(({ address }) => address === asset)
  if (!found) return NOTHING
  return { price: found.price, picture: pictureOf(apiOrigin, found.symbol, found.iconUrl) }
}

/**
 * Asks the operator's service what amounts are worth, once for all views of the same asset. What fails is not known, and
 * nobody waits for it.
 *
 * @param onAnswer a view that was asked for has something to show
 * @param fetch default: the browser's
 */
export function createAdvice(asking: Asking, onAnswer: () => void, fetch?: Fetch): AdviceBook {
  const known = new Map<string, { advice: Advice | null; at: number }>()
  const begin = (asset: string, before: Advice | null) => {
    known.set(asset, { advice: before, at: asking.now() })
    ask(asking, asset, fetch)
      .catch(() => NOTHING)
      .then((advice) => {
        known.set(asset, { advice, at: asking.now() })
        onAnswer()
      })
  }
  return {
    of({ asset }) {
      if (asset === undefined) return undefined
      const entry = known.get(asset)
      if (!entry || asking.now() - entry.at >= FRESH) begin(asset, entry?.advice ?? null)
      return known.get(asset)?.advice ?? null
    },
  }
}
