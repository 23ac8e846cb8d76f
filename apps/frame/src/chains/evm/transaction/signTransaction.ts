import type { ShownTransaction } from '@latchkey/chain-evm/decode/types'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { askKeys } from '../../../keys/askKeys.ts'

/** Has keys sign exactly this transaction. Whoever calls checks what came back. */
export async function signTransaction(frame: ChainContext, transaction: ShownTransaction) {
  const { from, ...fields } = transaction
  const signed = await askKeys(frame.keys, 'signTransaction', {
    address: from,
    transaction: {
      ...fields,
      value: String(fields.value),
      gas: String(fields.gas),
      maxFeePerGas: String(fields.maxFeePerGas),
      maxPriorityFeePerGas: String(fields.maxPriorityFeePerGas),
      accessList: fields.accessList.map(({ address, storageKeys }) => ({
        address,
        storageKeys: [...storageKeys],
      })),
    },
  })
  return { raw: signed.raw as `0x${string}`, hash: signed.hash as `0x${string}` }
}
