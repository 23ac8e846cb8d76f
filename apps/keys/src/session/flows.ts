import { email, foreignText, id128, origin, timestamp } from '@latchkey/protocol'
import { codeSent } from '@latchkey/protocol/http'
import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import type { KeysContext } from '../state/KeysContext.ts'
import { createSealedRecord } from '../storage/device.ts'
import { KEEP } from '../storage/recordStore.ts'

/** A social login that this partition began. */
export const storedFlow = /* @__PURE__ */ once(() =>
  z.strictObject({
    kind: z.enum(['social', 'farcaster']),
    flowId: id128(),
    purpose: z.enum(['login', 'link']),
    /** The site that asked: a result serves no other, even of the same partition. */
    hostOrigin: origin(),
    expiresAt: timestamp(),
    /** It comes back through the address of the page, and brings no result with it. */
    isRedirect: z.optional(z.boolean()),
    /** Farcaster's deep link, so that a reload draws the same one. */
    uri: z.nullable(foreignText(4096)),
  }),
)

/** More than one, so that two tabs do not take each other's sign-in away. */
const MAX_FLOWS = 8

/** The social logins under way, as this partition keeps them, encrypted; the newest is the last. */
const storedFlows = /* @__PURE__ */ once(() =>
  z.strictObject({
    v: z.literal(1),
    flows: z.array(storedFlow()).check(z.maxLength(MAX_FLOWS)),
  }),
)

/** A change of the e-mail address under way, as this partition keeps it, encrypted. */
export const storedEmailChange = /* @__PURE__ */ once(() =>
  z.strictObject({
    v: z.literal(1),
    changeId: id128(),
    userId: id128(),
    hostOrigin: origin(),
    newEmail: email(),
    step: z.enum(['primary', 'secondary']),
    challenge: codeSent(),
    startedAt: timestamp(),
  }),
)

const cryptoKey = () => z.custom<CryptoKey>((value) => value instanceof CryptoKey)

/** A join that this device asked for. Its private key cannot be exported, so the record needs no encryption. */
const storedJoin = /* @__PURE__ */ once(() =>
  z.strictObject({
    v: z.literal(1),
    joinId: id128(),
    hostOrigin: origin(),
    number: z.string().check(z.regex(/^[0-9]{2}$/)),
    expiresAt: timestamp(),
    /** Of the key pair, as it stands in the address of the other window. */
    publicKey: z.string().check(z.maxLength(128)),
    keyPair: z.strictObject({ privateKey: cryptoKey(), publicKey: cryptoKey() }),
  }),
)

export type StoredFlow = z.output<ReturnType<typeof storedFlow>>
export type StoredFlows = z.output<ReturnType<typeof storedFlows>>
export type StoredEmailChange = z.output<ReturnType<typeof storedEmailChange>>
export type StoredJoin = z.output<ReturnType<typeof storedJoin>>

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

const parse = (value: unknown): StoredJoin | null => {
  const join = storedJoin().safeParse(value)
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

/** Longest wait for an answer that the service holds back for up to 20 s, in ms: less than the frame's own patience. */
export const LONG_POLL = 23_000
