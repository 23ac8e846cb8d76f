import { type BitcoinChain, REGTEST_GENESIS, regtestScript } from './BitcoinChain.ts'
import { refuse } from './bitcoinRefusal.ts'
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

/** Transactions in blocks that are told at once. */
const PAGE = 25

/** What waits and the newest in blocks, or those in blocks after one that is named. */
function historyRoute(chain: BitcoinChain, script: Uint8Array, after: string | undefined): EsploraAnswer {
  const history = chain.historyOf(script)
  const isWaiting = ({ txid }: { txid: string }) => chain.waiting.has(txid)
  const mined = history.filter((one) => !isWaiting(one))
  const from = after === undefined ? 0 : mined.findIndex(({ txid }) => txid === after) + 1
  const page = mined.slice(from, from + PAGE)
  const told = after === undefined ? [...history.filter(isWaiting), ...page] : page
  return ok(told.map((one) => transactionJson(chain, one)))
}

/** What a faucet of the local stack asks, and no Esplora has: pays an address and makes a block. */
function giveRoute(chain: BitcoinChain, body: string): EsploraAnswer {
  const [address = '', value = ''] = body.trim().split(' ')
  if (!/^[1-9][0-9]{0,11}$/.test(value)) throw refuse('Send an address and satoshis.')
  const txid = chain.give(address, BigInt(value))
  chain.mine()
  return ok(txid)
}

function addressRoute(chain: BitcoinChain, [address = '', part, ...more]: readonly string[]): EsploraAnswer {
  const script = regtestScript(address)
  if (part === undefined) return ok(addressJson(chain, address, script))
  if (part === 'txs') return historyRoute(chain, script, more[0] === 'chain' ? more[1] : undefined)
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
  if (method === 'POST' && path === '/latchkey/give') return giveRoute(chain, body)
  if (method === 'POST')
    return first === 'tx' && rest.length === 0 ? ok(chain.broadcast(body.trim())) : lost('Endpoint')
  const tip = chain.blocks.at(-1)
  if (path === '/blocks/tip/height') return ok(String(tip?.height ?? 0))
  if (path === '/blocks/tip/hash') return ok(tip?.hash ?? '')
  if (path === '/fee-estimates') return ok(FEES)
  if (path === '/v1/fees/recommended') return ok(RECOMMENDED)
  if (path === '/mempool/txids') return ok([...chain.waiting.keys()])
  if (path === '/block-height/0') return ok(REGTEST_GENESIS)
  if (first === 'block-height') return ok(chain.blocks[Number(rest[0]) - 1]?.hash ?? 'Block not found')
  if (first === 'tx') return transactionRoute(chain, rest)
  if (first === 'address') return addressRoute(chain, rest)
  return first === 'block' ? blockRoute(chain, rest) : lost('Endpoint')
}
