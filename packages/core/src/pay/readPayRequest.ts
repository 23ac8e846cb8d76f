import { isRecord } from '@latchkey/std/isRecord'
import { findNetwork } from '../account/accounts.ts'
import { parseDecimal } from '../format/decimal.ts'
import type { Config, TransferAbility } from '../interfaces/Config.ts'
import { NAMESPACES_WITH, type Network } from '../interfaces/Connector.ts'
import type { PayOrder } from '../interfaces/Payment.ts'
import { PayRequestError } from './errors.ts'

const MEMBERS: ReadonlySet<string> = new Set(['amount', 'token', 'network', 'recipient'])
/** Digits with a point between them, as JSON writes numbers: nothing that two readers could read differently. */
const AMOUNT = /^(?:0|[1-9]\d{0,59})(?:\.\d{1,60})?$/
/** Longer than any address. */
const LONGEST = 128

const no = (member: string) => new PayRequestError({ details: `It is \`${member}\`.` })

/**
 * Reads what a page asks for.
 *
 * @param value whatever the page has passed
 * @returns the order, with its addresses as their network usually writes them
 * @throws PayRequestError for anything that is not exactly a request; its details name the member
 * @example
 * await readPayRequest(config, { amount: '12.50', network: 'eip155:8453', recipient: '0x7099…79C8' })
 */
export async function readPayRequest(config: Config, value: unknown): Promise<PayOrder> {
  if (!isRecord(value)) throw no('request')
  // A misspelt `token` would ask for another coin.
  const unknown = Object.keys(value).find((name) => !MEMBERS.has(name))
  if (unknown !== undefined) throw no(unknown.slice(0, 32))
  const { amount, token, network: id, recipient } = value
  const read = typeof amount === 'string' && AMOUNT.test(amount) ? parseDecimal(amount) : undefined
  if (!read || read.digits === 0n) throw no('amount')
  const network = typeof id === 'string' ? findNetwork(config.networks.getState(), id) : undefined
  if (!network) throw no('network')
  const address = await addressReader(config, network)
  const [to, of] = [await address(recipient), token === undefined ? undefined : await address(token)]
  if (to === undefined) throw no('recipient')
  if (token !== undefined && of === undefined) throw no('token')
  // What is sent to a token's own contract is lost.
  if (of !== undefined && of.toLowerCase() === to.toLowerCase()) throw no('recipient')
  return { network, token: of, amount: amount as string, recipient: to }
}

/** Writes an address as its network does; undefined for what is none there. */
async function addressReader(
  config: Config,
  network: Network,
): Promise<(value: unknown) => Promise<string | undefined>> {
  const { chainNamespace } = network
  const adapter = config.adapters[chainNamespace]
  // A payment is told of once a block has it: where nobody waits for that, there is no receipt.
  const isPaid = adapter?.waitForTransaction && NAMESPACES_WITH.send.includes(chainNamespace)
  if (!isPaid || !adapter.transfers) throw no('network')
  const transfers: TransferAbility = await adapter.transfers()
  return async (value) =>
    typeof value === 'string' && value.length <= LONGEST && adapter.isAddress(value)
      ? transfers.normalize(value, network)
      : undefined
}
