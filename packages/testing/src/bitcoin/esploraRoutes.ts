import { type BitcoinChain, regtestScript } from './BitcoinChain.ts'
import { addressJson, blockJson, statusJson, transactionJson } from './esploraJson.ts'

/** What is answered: JSON, or plain text. */
export type EsploraAnswer = { status: number; body: unknown }

const ok = (body: unknown): EsploraAnswer => ({ status: 200, body })
const lost = (what: string): EsploraAnswer => ({ status: 404, body: `${what} not found` })

/** Satoshis a virtual byte, by the blocks that one is ready to wait. */
const FEES = { '1': 5, '3': 3, '6': 2, '144': 1 }
const RECOMMENDED = { fastestFee: 5, halfHourFee: 3, hourFee: 2, economyFee: 1, minimumFee: 1 }

function transactionRoute(chain: BitcoinChain, [txid = '', part]: readonly string[]): EsploraAnswer {
  const found = chain.find(txid)
  if (!found) return lost('Transaction')
  if (part === 'hex') return ok(found.transaction.toHex())
  if (part === 'status') return ok(statusJson(chain, txid))
  return part === undefined ? ok(transactionJson(chain, found)) : lost('Endpoint')
}

function addressRoute(chain: BitcoinChain, [address = '', part]: readonly string[]): EsploraAnswer {
  const script = regtestScript(address)
  if (part === undefined) return ok(addressJson(chain, address, script))
  if (part === 'txs') return ok(chain.historyOf(script).map((one) => transactionJson(chain, one)))
  if (part !== 'utxo') return lost('Endpoint')
  const coins = chain.unspentOf(script)
  return ok(
    coins.map(({ txid, vout, value }) => ({
      txid,
      vout,
      value: Number(value),
      status: statusJson(chain, txid),
    })),
  )
}

function blockRoute(chain: BitcoinChain, [hash = '', part]: readonly string[]): EsploraAnswer {
  const block = chain.blocks.find((one) => one.hash === hash)
  if (!block) return lost('Block')
  if (part === 'txids') return ok(block.transactions.map(({ txid }) => txid))
  return part === undefined ? ok(blockJson(block)) : lost('Endpoint')
}

/**
 * Answers as Esplora does (github.com/Blockstream/esplora, API.md), with the fees of mempool.space besides.
 *
 * @param path without a query, such as `/address/bcrt1q…/utxo`
 * @throws BitcoinRefusal
 */
export function answerEsplora(
  chain: BitcoinChain,
  method: string,
  path: string,
  body: string,
): EsploraAnswer {
  const [first, ...rest] = path.split('/').filter(Boolean)
  if (method === 'POST')
    return first === 'tx' && rest.length === 0 ? ok(chain.broadcast(body.trim())) : lost('Endpoint')
  const tip = chain.blocks.at(-1)
  if (path === '/blocks/tip/height') return ok(String(tip?.height ?? 0))
  if (path === '/blocks/tip/hash') return ok(tip?.hash ?? '')
  if (path === '/fee-estimates') return ok(FEES)
  if (path === '/v1/fees/recommended') return ok(RECOMMENDED)
  if (path === '/mempool/txids') return ok([...chain.waiting.keys()])
  if (first === 'block-height') return ok(chain.blocks[Number(rest[0]) - 1]?.hash ?? 'Block not found')
  if (first === 'tx') return transactionRoute(chain, rest)
  if (first === 'address') return addressRoute(chain, rest)
  return first === 'block' ? blockRoute(chain, rest) : lost('Endpoint')
}
