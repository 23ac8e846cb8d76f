import { rpcPolicyOf } from '@latchkey/protocol/policy'
import type { Config } from '../interfaces/Config.ts'
import type { Connector } from '../interfaces/Connector.ts'
import { endView, isShown, push } from '../modal/navigate.ts'
import { open, schedule, unschedule } from '../modal/open.ts'
import { readPlatform, walletLinksOf } from '../walletLinks/deepLinkOf.ts'
import { isMobile } from '../walletLinks/isMobile.ts'

/** A wallet that answers by itself, or a relay that is away, says so sooner than this; ms. */
const SHOW_DELAY = 300
const VIEW = 'RequestInWallet'
/** What a node answers: nobody is asked for it. */
const NODE_METHOD = /^(?:eth|net|web3|debug|trace|txpool|erigon)_(?!sign)/

/**
 * Shows the way to the app that a request waits in, on the phone that the page is on, until it is answered. An app that
 * said no way to itself, and a request that nobody has to answer, get no screen.
 *
 * @param answer what the connector was asked for
 */
export function showRequestInWallet(
  config: Config,
  connector: Connector,
  method: string,
  answer: Promise<unknown>,
): void {
  if (!isForPerson(method) || !isMobile()) return
  if (walletLinksOf(connector.peerRedirect?.() ?? {}, readPlatform(window)).length === 0) return
  const id = Symbol('requestInWallet')
  config.runtime.requestsInWallet ??= new Set()
  const waiting = config.runtime.requestsInWallet
  schedule(config, id, SHOW_DELAY, () => {
    waiting.add(id)
    show(config, connector.id)
  })
  const end = () => {
    unschedule(config, id)
    if (waiting.delete(id) && waiting.size === 0) endView(config, VIEW)
  }
  answer.then(end, end)
}

function isForPerson(method: string): boolean {
  const policy = rpcPolicyOf(method)
  return policy === 'unsafe' || (policy === 'unknown' && !NODE_METHOD.test(method))
}

/** Of the wallet that was asked: it need not be the one that the page is with. */
function show(config: Config, connectorId: string): void {
  if (isShown(config, VIEW)) return
  const view = { name: VIEW, params: { connectorId } }
  if (config.modal.getState().open) push(config, view)
  else open(config, { view })
}
