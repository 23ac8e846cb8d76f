/** Why a transaction is not taken, in the words of Bitcoin Core, which Esplora passes on. */
export class BitcoinRefusal extends Error {
  override name = 'BitcoinRefusal'
}

export const refuse = (reason: string): BitcoinRefusal =>
  new BitcoinRefusal(`sendrawtransaction RPC error: {"code":-26,"message":"${reason}"}`)
