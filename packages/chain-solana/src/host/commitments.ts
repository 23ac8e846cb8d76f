/** How sure a node is to be of what a transaction is tried on, before it is sent (spec 5). */
export const COMMITMENTS = [
  'processed',
  'confirmed',
  'finalized',
  'recent',
  'single',
  'singleGossip',
  'root',
  'max',
] as const
export type Commitment = (typeof COMMITMENTS)[number]

const KNOWN: readonly unknown[] = COMMITMENTS
/** Whether something is a preflight commitment; the last five are older names, which nodes still take. */
export const isCommitment = (value: unknown): value is Commitment => KNOWN.includes(value)
