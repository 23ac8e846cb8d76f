import { malformed } from '../errors.ts'
import type { DataNode } from './DataNode.ts'
import type { Described } from './Described.ts'
import type { Descriptor, MessageFormat } from './Descriptor.ts'
import { type FieldPath, pathText } from './fieldPath.ts'
import { interpolate } from './interpolate.ts'
import { follow, leavesOf } from './readPath.ts'
import type { Scope } from './Scope.ts'
import { containerLeaf, containerPlace } from './Scope.ts'
import { type ShownField, showFields } from './showFields.ts'

/** The leaves at and below a path. */
function placesAt(scope: Scope, path: FieldPath): string[] {
  if (containerLeaf(scope, path)) return [containerPlace(path)]
  if (path.root !== 'data') return malformed('descriptorPath', pathText(path))
  return follow(scope.root, path.steps).flatMap(({ node, place }) => leavesOf(node, place))
}

/** Refuses what leaves out a part of the data that the descriptor does not call unimportant. */
function checkComplete(scope: Scope, format: MessageFormat, shown: readonly ShownField[]): void {
  const places = new Set(shown.map(({ place }) => place))
  for (const path of format.required)
    if (placesAt(scope, path).some((place) => !places.has(place)))
      malformed('descriptorRequired', pathText(path))
  const fine = new Set([...scope.covered, ...format.excluded.flatMap((path) => placesAt(scope, path))])
  const left = leavesOf(scope.root.node).find((place) => !fine.has(place))
  if (left !== undefined) malformed('descriptorIncomplete', left)
  // Money that goes along must be seen, whatever the descriptor thinks of it.
  if (scope.container.value > 0n && !places.has('@.value')) malformed('descriptorIncomplete', '@.value')
}

/**
 * Says what data means by one format of a descriptor whose context was checked already.
 *
 * @throws MalformedRequestError when any part of the data would stay unsaid
 */
export function describeData(
  { owner, contractName }: Descriptor,
  format: MessageFormat,
  data: DataNode,
  surroundings: Pick<Scope, 'container' | 'nameOf' | 'tokenOf' | 'onCall'>,
): Described {
  const root = { node: data, place: [], part: false }
  const scope: Scope = { ...surroundings, root, covered: new Set() }
  const shown = showFields(scope, format.fields)
  checkComplete(scope, format, shown)
  return {
    owner,
    contractName,
    intent: format.intent,
    sentence: interpolate(format.interpolatedIntent, shown),
    fields: shown.map(({ label, value }) => ({ label, value })),
  }
}
