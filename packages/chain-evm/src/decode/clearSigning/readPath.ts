import { type Hex, size, slice } from 'viem'
import { malformed } from '../errors.ts'
import type { DataLeaf, DataNode } from './DataNode.ts'
import type { PathStep } from './fieldPath.ts'

/** A place in the data. `place`: its steps, without ranges. */
export type Found = { node: DataNode; place: readonly (string | number)[]; part: boolean }

const fail = (details?: string): never => malformed('descriptorPath', details)

/** An index from the start; those from the end are negative. */
function position(index: number, length: number): number {
  const at = index < 0 ? length + index : index
  return at >= 0 && at < length ? at : fail(`index ${index}`)
}

/** The ends of a range; both must lie inside. */
function bounds(step: { from: number | null; to: number | null }, length: number): [number, number] {
  const at = (bound: number | null, missing: number) =>
    bound === null ? missing : bound < 0 ? length + bound : bound
  const from = at(step.from, 0)
  const to = at(step.to, length)
  return from >= 0 && to <= length && from <= to ? [from, to] : fail('range')
}

function bytesPart(value: Hex, step: PathStep): DataLeaf {
  const length = size(value)
  const [from, to] =
    'index' in step
      ? [position(step.index, length), position(step.index, length) + 1]
      : bounds(step as { from: number | null; to: number | null }, length)
  return { kind: 'bytes', value: from === to ? '0x' : slice(value, from, to) }
}

function next(found: Found, step: PathStep): Found[] {
  const { node, place, part } = found
  if ('name' in step) {
    const member = node.kind === 'struct' ? node.members.get(step.name) : undefined
    return [{ node: member ?? fail(step.name), place: [...place, step.name], part }]
  }
  if (node.kind === 'bytes' && !part) return [{ node: bytesPart(node.value, step), place, part: true }]
  if (node.kind !== 'array') return fail()
  const item = (at: number): Found => ({
    node: node.items[at] as DataNode,
    place: [...place, at],
    part,
  })
  if ('index' in step) return [item(position(step.index, node.items.length))]
  const [from, to] = bounds(step, node.items.length)
  return Array.from({ length: to - from }, (_, index) => item(from + index))
}

/**
 * Follows steps through the data; a range of an array leads to each of its elements.
 *
 * @throws MalformedRequestError where a step leads nowhere
 */
export const follow = (start: Found, steps: readonly PathStep[]): readonly Found[] =>
  steps.reduce<readonly Found[]>((found, step) => found.flatMap((one) => next(one, step)), [start])

/** Every leaf below a node, by its place. */
export function leavesOf(node: DataNode, place: readonly (string | number)[] = []): string[] {
  if (node.kind === 'struct')
    return [...node.members].flatMap(([name, member]) => leavesOf(member, [...place, name]))
  if (node.kind === 'array') return node.items.flatMap((item, index) => leavesOf(item, [...place, index]))
  return [place.join('.')]
}
