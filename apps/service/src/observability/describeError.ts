/** What a log may say of an error: names, codes and places. Messages may quote input and are left out. */
export function describeError(error: unknown): { error: string; errorCode?: string | number; at?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  const root = error.cause instanceof Error ? error.cause : error
  const code =
    'code' in root && (typeof root.code === 'string' || typeof root.code === 'number') ? root.code : undefined
  const frames = (root.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim())
  return {
    error: root === error ? error.name : `${error.name}: ${root.name}`,
    ...(code === undefined ? {} : { errorCode: code }),
    ...(frames.length ? { at: frames.join(' | ') } : {}),
  }
}
