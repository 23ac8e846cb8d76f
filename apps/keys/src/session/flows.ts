import type { KeysContext } from '../state/KeysContext.ts'
import { MAX_FLOWS, type StoredFlow, storedFlows } from '../state/storedFlows.ts'
import { createSealedRecord } from '../storage/sealedRecord.ts'

/** How often a write is tried again after another tab was faster. */
const ATTEMPTS = 5

type Context = Pick<KeysContext, 'partition' | 'client' | 'hostOrigin'>

const recordOf = ({ partition }: Context) => createSealedRecord(partition.store, 'flows', storedFlows)

async function editFlows(
  context: Context,
  allowed: () => boolean,
  edit: (flows: StoredFlow[]) => StoredFlow[],
): Promise<boolean> {
  const stored = recordOf(context)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const record = await stored.read()
    const flows = edit(record?.value.flows ?? []).slice(-MAX_FLOWS)
    // A record that cannot be read has a tag all the same: in the end it is written over.
    const isLost = record === null && attempt === ATTEMPTS - 1
    const isSame = (tag: string | null) => isLost || tag === (record?.tag ?? null)
    if (await stored.write({ v: 1, flows }, (tag) => allowed() && isSame(tag))) return true
    if (!allowed()) return false
  }
  return false
}

/** Remembers a flow that this partition has begun; those that are over are forgotten. */
export const addFlow = (context: Context, flow: StoredFlow, allowed: () => boolean): Promise<boolean> =>
  editFlows(context, allowed, (flows) => [
    ...flows.filter(({ expiresAt }) => expiresAt > context.client.now()),
    flow,
  ])

/** Forgets one flow. */
export const dropFlow = (context: Context, flowId: string): Promise<boolean> =>
  editFlows(
    context,
    () => true,
    (flows) => flows.filter((flow) => flow.flowId !== flowId),
  )

/** Forgets the flows of this site. */
export const dropFlows = (context: Context): Promise<boolean> =>
  editFlows(
    context,
    () => true,
    (flows) => flows.filter((flow) => flow.hostOrigin !== context.hostOrigin),
  )

/** The flows of this site, the newest last; those that are over too, so that the person can be told so. */
export async function readFlows(context: Context, kind: StoredFlow['kind']): Promise<StoredFlow[]> {
  const flows = (await recordOf(context).read())?.value.flows ?? []
  return flows.filter((flow) => flow.kind === kind && flow.hostOrigin === context.hostOrigin)
}
