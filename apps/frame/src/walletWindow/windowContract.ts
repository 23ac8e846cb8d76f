import type { Contract } from '@latchkey/protocol'
import { defineEvent, defineMethod } from '@latchkey/protocol/method'
import * as z from 'zod/mini'
import type { ApprovalScreenContent, ApprovalView, Edit } from '../approvals/ApprovalView.ts'

/*
 * What a frame and the wallet's own window say to each other. Both are documents of the wallet's origin: the window shows
 * what the frame has parsed and frozen, and tells what the person did. It holds no key and asks no network.
 */

/** Messages of the window: a batch of a hundred calls with all its data has to fit. */
export const MAX_WINDOW_BYTES = 4_194_304

const nothing = z.strictObject({})
const id = z.string().check(z.minLength(1), z.maxLength(256))
/** Its way there and back may take two looks into the mailbox, each as long as the service may take, and more. */
const done = { result: () => nothing, policy: { access: 'open', ui: 'none' }, timeout: 30_000 } as const

const wireEdit = z.union([
  z.strictObject({ kind: z.literal('fee'), speed: z.enum(['slow', 'normal', 'fast', 'site']) }),
  z.strictObject({
    kind: z.literal('cap'),
    call: z.int().check(z.gte(0)),
    /** In the token's smallest unit. */
    amount: z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/)),
  }),
  z.strictObject({ kind: z.literal('until'), expiry: z.int().check(z.gte(0)) }),
])

export const toWireEdit = (edit: Edit): z.output<typeof wireEdit> =>
  edit.kind === 'cap' ? { ...edit, amount: String(edit.amount) } : edit

export const fromWireEdit = (edit: z.output<typeof wireEdit>): Edit =>
  edit.kind === 'cap' ? { ...edit, amount: BigInt(edit.amount) } : edit

export const windowContract = {
  methods: {
    /**
     * The window is there and shows the request. It brings the picture that the person chose, empty for none: within a page
     * a browser keeps the wallet another storage than in a window of its own. `build`: of the window; what it does not know of
     * a request it leaves out, so one of another build is no place to approve anything.
     */
    ready: defineMethod({
      name: 'ready',
      params: () =>
        z.strictObject({
          picture: z.string().check(z.regex(/^(?:[a-z]{1,16}-[a-z]{1,16})?$/)),
          build: z.optional(z.string().check(z.maxLength(64))),
        }),
      ...done,
    }),
    /**
     * The person approved what has this name (see hashPayload), on the request of this id. `revision`: of what they saw.
     * The same payload can be shown anew, with a warning that was not there before.
     */
    approve: defineMethod({
      name: 'approve',
      params: () =>
        z.strictObject({
          id,
          hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
          revision: z.int().check(z.gte(0)),
        }),
      ...done,
    }),
    reject: defineMethod({ name: 'reject', params: () => z.strictObject({ id }), ...done }),
    retry: defineMethod({ name: 'retry', params: () => z.strictObject({ id }), ...done }),
    edit: defineMethod({ name: 'edit', params: () => z.strictObject({ id, edit: wireEdit }), ...done }),
    detour: defineMethod({
      name: 'detour',
      params: () => z.strictObject({ id, way: z.enum(['speedUp', 'cancel']) }),
      ...done,
    }),
  },
  events: {
    /** The request as it stands now. */
    shown: defineEvent({
      name: 'shown',
      payload: () =>
        z.strictObject({
          /** Of `ShownInWindow`, as `writeContent` writes it. */
          content: z.string(),
          locale: z.string().check(z.maxLength(35)),
          themeMode: z.enum(['light', 'dark']),
        }),
    }),
    /** There is nothing to approve any more. */
    over: defineEvent({ name: 'over', payload: () => nothing }),
  },
} satisfies Contract
export type WindowContract = typeof windowContract

/** What the window is told of a request: data alone. It has the words itself. */
export type ShownInWindow = Omit<
  ApprovalScreenContent,
  'view' | 'onApprove' | 'onReject' | 'onRetry' | 'onEdit' | 'onDetour' | 'onWindow'
> & { view: Omit<ApprovalView, 'words'> }

/** JSON with big integers, which JSON has no form for. */
export const writeContent = (content: ShownInWindow): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'bigint' ? { $int: String(value) } : value,
  )

/** What the window says first, to a document of its own origin alone, with one MessagePort. */
export const windowHello = z.strictObject({
  t: z.literal('window'),
  v: z.int(),
  nonce: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)),
})
