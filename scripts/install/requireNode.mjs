const OLDEST = [20, 19]

/**
 * Whether a Node version can run this workspace.
 *
 * @param {string} version as in `process.versions.node`
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** Ends the process with a readable message when Node is too old. */
export function requireNode() {
  const { node } = process.versions
  if (isSupportedNode(node)) return
  console.error(
    `Latchkey needs Node ${OLDEST.join('.')} or newer; this is Node ${node}. See https://nodejs.org`,
  )
  process.exit(1)
}
