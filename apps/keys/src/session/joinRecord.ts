import type { KeysContext } from '../state/KeysContext.ts'
import { type StoredJoin, storedJoin } from '../state/storedFlows.ts'
import { KEEP } from '../storage/recordStore.ts'

const parse = (value: unknown): StoredJoin | null => {
  const join = storedJoin.safeParse(value)
  return join.success ? join.data : null
}

/** The join that this device has asked for on this site. */
export async function readJoin({ partition, hostOrigin }: KeysContext): Promise<StoredJoin | null> {
  const join = parse(await partition.store.get('join'))
  return join?.hostOrigin === hostOrigin ? join : null
}

/** @param allowed asked inside the transaction */
export async function writeJoin(
  { partition }: KeysContext,
  join: StoredJoin,
  allowed: () => boolean,
): Promise<boolean> {
  let written = false
  await partition.store.update('join', () => {
    written = allowed()
    return written ? join : KEEP
  })
  return written
}

/** Deletes the join, if it is still the one stored. */
export async function dropJoin({ partition }: KeysContext, joinId: string): Promise<void> {
  await partition.store.update('join', (current) => (parse(current)?.joinId === joinId ? undefined : KEEP))
}
