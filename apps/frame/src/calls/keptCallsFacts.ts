import { keptL1Fee } from '../fees/l1Part.ts'
import type { PlainCallsFacts } from './plainCallsFacts.ts'

const keptGas = (shown: bigint | undefined, now: bigint | undefined): bigint | undefined =>
  shown !== undefined && (now === undefined || now <= shown) ? shown : now

/**
 * What goes on standing on the screen, though all of it was asked anew: the gas and the price that were shown, as long
 * as the network would take the transactions with them. A price that moves a little must not make anybody approve
 * twice. What the calls do is what the network says now.
 *
 * @param mostPerGas wei a unit of gas that the transactions pay at most
 */
export function keptCallsFacts(
  shown: PlainCallsFacts,
  now: PlainCallsFacts,
  mostPerGas: bigint,
): PlainCallsFacts {
  if (now.facts.baseFee > mostPerGas) return now
  const { baseFee, tip, tips } = shown.facts
  const { l1 } = now
  return {
    ...now,
    gas: now.gas.map((units, index) => keptGas(shown.gas[index], units)),
    facts: { ...now.facts, baseFee, tip, tips },
    ...(l1 ? { l1: l1.map((part, index) => keptL1Fee(shown.l1?.[index], part) ?? part) } : {}),
  }
}
